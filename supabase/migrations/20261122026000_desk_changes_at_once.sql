-- What has changed of one and the same is read once, however often it has: a message alone changes its contact four times.
create index desk_changes_ref_idx on public.desk_changes (ref);

-- Reads so many changes, oldest first, with all that waits of the same, and answers how many there were. Few at a time: whatever else
-- changes a person waits for it.
create or replace function public.take_desk_changes(most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  oldest uuid[] := array(select ref from (select id, ref from public.desk_changes order by id limit most) as first);
  change record;
  person uuid;
  people uuid[] := '{}';
  count integer := 0;
  number_id uuid;
begin
  for change in
    with taken as (
      delete from public.desk_changes where ref = any (oldest) returning kind, ref
    ), counted as (select kind, ref, sum(count(*)) over () as total from taken group by kind, ref)
    select * from counted order by array_position(array['user', 'lead', 'order', 'contact', 'person'], kind), ref
  loop
    count := change.total;
    person := case change.kind
      when 'lead' then public.place_desk_lead(change.ref)
      when 'order' then public.place_desk_order(change.ref)
      when 'contact' then public.place_desk_contact(change.ref)
      when 'user' then (select public.desk_person_of(id, null, null) from auth.users
        where id = change.ref and (email_confirmed_at is not null or phone_confirmed_at is not null)
          -- Whoever works at the desk is not looked for at it.
          and coalesce(raw_app_meta_data ->> 'role', '') not in ('admin', 'assistant', 'technician'))
      else change.ref end;
    continue when person is null;
    people := people || person;
    -- A number that they left may be theirs by now.
    if change.kind in ('lead', 'order') then
      for number_id in
        select message_contacts.id from public.message_contacts
        where phone = (case change.kind
          when 'lead' then (select public.phone_digits(phone) from public.quiz_leads where id = change.ref)
          else (select public.phone_digits(phone) from public.orders where id = change.ref) end)
      loop
        people := people || public.place_desk_contact(number_id);
      end loop;
    end if;
  end loop;
  for person in select distinct id from unnest(people) as id where id is not null order by id loop
    perform public.refresh_desk_person(person);
  end loop;
  return count;
end
$$;
