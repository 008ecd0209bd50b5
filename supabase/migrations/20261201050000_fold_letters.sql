-- The rule of `foldLetters` in @app/domain: a name is found however it was typed.
create function public.fold_letters(word text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(
    translate(lower(translate(normalize(word, nfc), 'İ', 'i')), 'әғқңөұүһіёς''’‘ʼʹ′`´', 'агкноуухиеσ'),
    '(?<=[а-я])i|i(?=[а-я])', 'и', 'g')
$$;

-- Returns the words a person is found by: each word of the name, the address, and the number from
-- its beginning, without the country's code and by its last digits. What a number is from any digit
-- on is marked, so that fewer than six digits find only its beginning and its end. Very long words
-- are cut: an index takes none beyond 2,046 bytes.
create or replace function public.desk_words(name text, email text, phone text) returns tsvector language sql immutable as $$
  select pg_catalog.array_to_tsvector(array(
    select distinct pg_catalog.left(word, 100)
    from pg_catalog.unnest(
      pg_catalog.regexp_split_to_array(public.fold_letters(coalesce(name, '')), '[\s,.;:()«»"-]+')
      || array[pg_catalog.lower(email), phone, pg_catalog.substr(phone, 2), pg_catalog.right(phone, 7),
        pg_catalog.right(phone, 4)]
      || array(select '~' || pg_catalog.right(phone, digits) from pg_catalog.generate_series(5, pg_catalog.length(phone)) as digits)) as word
    where word <> ''))
$$;
revoke execute on function public.fold_letters from public, anon, authenticated;

update public.desk_people set words = public.desk_words(name, email, phone);
