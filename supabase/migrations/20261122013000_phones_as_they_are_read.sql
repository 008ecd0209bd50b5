-- A phone as WhatsApp addresses it, null when the text is none: the rule of `readPhone` in @app/domain, so that whoever a
-- message goes to is found when their account is exported and deleted. No index is built on it.
create or replace function public.phone_digits(phone text) returns text language sql immutable set search_path = '' as $$
  select case when completed ~ '^7[346789][0-9]{9}$'
      or completed ~ '^(1[0-9]{10}|86[0-9]{11}|90[0-9]{10}|(375|380|992|994|995|996|998)[0-9]{9}|993[0-9]{8})$'
      -- Of all other countries only the limits of E.164 are known.
      or (completed ~ '^[2-9][0-9]{9,14}$' and completed !~ '^(7|86|90|375|380|99[234568])')
    then completed end
  from (
    select case
      -- No country's code begins with 87, so «+8 7…» is the local spelling too.
      when digits ~ '^87[0-9]{9}$' or (digits ~ '^8[0-9]{10}$' and not international) then '7' || substr(digits, 2)
      -- Nor does a number after +7 begin with 0, 1 or 2.
      when digits ~ '^7[012][0-9]{8}$' or (digits ~ '^7[0-9]{9}$' and not international) then '7' || digits
      else digits
    end as completed
    from (
      select regexp_replace(phone, '[^0-9]', '', 'g') as digits, phone ~ ('^[' || space || ']*\+') as international
      from (values ('\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as classes (space)
      where phone !~ ('[^0-9' || space || '+().\u2013\u2014\u2011-]') and phone !~ ('[^' || space || '].*\+')
    ) as written
  ) as read
$$;
