-- A phone as WhatsApp writes it, however a person did; null for what is none. The same rule as normalisePhone in
-- packages/domain/src/messages/phone.ts: a number that one of them reads otherwise than the other is somebody else's.
create or replace function public.phone_digits(phone text) returns text language sql immutable set search_path = '' as $$
  select case when completed ~ '^[1-9][0-9]{9,14}$' and (completed !~ '^7' or length(completed) = 11) then completed end
  from (
    select case
      -- No country's code begins with 87, so «+8 7…» is the local spelling too.
      when digits ~ '^87[0-9]{9}$' or (digits ~ '^8[0-9]{10}$' and not international) then '7' || substr(digits, 2)
      when digits ~ '^7[0-9]{9}$' and not international then '7' || digits
      else digits
    end as completed
    from (
      select regexp_replace(phone, '[^0-9]', '', 'g') as digits, phone ~ ('^[' || space || ']*\+') as international
      from (values ('\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as classes (space)
      where phone !~ ('[^0-9' || space || '+().\u2013\u2014\u2011-]')
    ) as written
  ) as read
$$;
