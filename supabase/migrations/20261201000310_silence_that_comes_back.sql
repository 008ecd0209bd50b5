-- As before, and for the number that a contact had: what is written there stops, or goes on, too.
create or replace function public.note_desk_silence() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.desk_changes (kind, ref)
  select 'order', order_id from public.subscriptions
  where state = 'active' and right(regexp_replace(phone, '[^0-9]', '', 'g'), 9) in (right(new.phone, 9), right(old.phone, 9))
  union
  select 'order', orders.id from public.orders join public.subscriptions on subscriptions.order_id = orders.id
  where subscriptions.state = 'active' and subscriptions.phone is null
    and right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9) in (right(new.phone, 9), right(old.phone, 9))
  union
  select 'person', id from public.desk_people where phone in (new.phone, old.phone);
  return null;
end
$$;

-- Silence that comes back with a WhatsApp id is set before the row is kept, which is no update of the column to PostgreSQL.
drop trigger message_contacts_silenced on public.message_contacts;
create trigger message_contacts_silenced after update on public.message_contacts
  for each row when (
    (old.opted_out_at is null) <> (new.opted_out_at is null)
    or (old.phone is distinct from new.phone and new.opted_out_at is not null))
  execute function public.note_desk_silence();
