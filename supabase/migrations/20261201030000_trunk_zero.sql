-- The rule of `readPhone` in @app/domain: a zero between another country's code and the number,
-- which is dialled inside that country alone, is left out.
create or replace function public.phone_digits(phone text) returns text
language sql immutable set search_path = '' as $$
  select case when completed ~ '^7[346789][0-9]{9}$'
      or completed ~ '^(1[0-9]{10}|86[0-9]{11}|90[0-9]{10}|(375|380|992|994|995|996|998)[0-9]{9}|993[0-9]{8})$'
      -- For all other countries only the limits of E.164 are known.
      or (completed ~ '^[2-9][0-9]{9,14}$' and completed !~ '^(7|86|90|375|380|99[234568])')
    then completed end
  from (
    select case
      -- No country's code begins with 87, so «+8 7…» is the local spelling too.
      when digits ~ '^87[0-9]{9}$' or (digits ~ '^8[0-9]{10}$' and not international) then '7' || substr(digits, 2)
      -- Nor does a number after +7 begin with 0, 1, 2 or 5.
      when digits ~ '^7[0125][0-9]{8}$' or (digits ~ '^7[0-9]{9}$' and not international) then '7' || digits
      -- In Italy, San Marino, Ivory Coast, Benin and Congo a zero belongs to the number.
      when digits ~ '^(39|378|225|229|242)' then digits
      else regexp_replace(digits, '^(1|' || short_codes || '|(?!' || short_codes || ')[2-689][0-9][0-9])0+', '\1')
    end as completed
    from (
      select regexp_replace(regexp_replace(phone, zero, ''), '[^0-9]', '', 'g') as digits,
        phone ~ ('^[' || space || ']*\+') as international, short_codes
      from (values ('\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff',
        '2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]')) as classes (space, short_codes)
      cross join lateral (select '\([' || space || ']*0[' || space || ']*\)' as zero) as bracketed
      where phone !~ ('[^0-9' || space || '+().\u2013\u2014\u2011-]') and phone !~ ('[^' || space || '].*\+')
        -- «+39 (0)»: nobody else can tell whether it belongs to the number.
        and not (phone ~ zero and regexp_replace(phone, '[^0-9]', '', 'g') ~ '^(39|378|225|229|242)')
    ) as written
  ) as read
$$;
