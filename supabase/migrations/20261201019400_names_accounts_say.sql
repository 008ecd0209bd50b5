-- The desk shows a name that an account says of itself as it would a contact's: in one line, without what nobody sees, and none that
-- is too long or has nothing to be seen.

create function public.clean_name(name text) returns text language sql immutable set search_path = '' as $$
  select case when length(cleaned) <= 100 and cleaned !~ '^[\s\u115f\u1160\u2800\u3164\uffa0]*$' then cleaned end
  from (
    select btrim(regexp_replace(
      regexp_replace(name, '[\u0001-\u001f\u007f-\u009f\u2028\u2029]', ' ', 'g'),
      '[\u00ad\u061c\u180e\u200b\u200d-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]', '', 'g')) as cleaned
  ) as read
$$;
revoke execute on function public.clean_name(text) from public, anon, authenticated;

do $$
declare
  whole constant text := pg_get_functiondef('public.refresh_desk_person(uuid)'::regprocedure);
  changed constant text := replace(whole, 'raw_user_meta_data ->> ''name'' as name',
    'public.clean_name(raw_user_meta_data ->> ''name'') as name');
begin
  if changed = whole then
    raise exception 'refresh_desk_person does not read a name as it did';
  end if;
  execute changed;
end
$$;

-- Those whose row tells such a name are read anew.
insert into public.desk_changes (kind, ref)
select 'person', id from public.desk_people where name is distinct from public.clean_name(name);
