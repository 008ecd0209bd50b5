-- Whether somebody worked here is asked of staff_history alone; the mark in their account's metadata goes.
-- Whoever worked here and left nothing of their own is no person of the desk afterwards either: they came to work, not to be written to.
create or replace function public.place_desk_account(account_id uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  select exists (select from public.staff_history where user_id = account_id) as is_or_was_staff into account
  from auth.users
  where id = account_id and (email_confirmed_at is not null or phone_confirmed_at is not null);
  if not found then
    return null;
  end if;
  if not account.is_or_was_staff then
    return public.desk_person_of(account_id, null, null);
  end if;
  delete from public.desk_people
  where user_id = account_id and tags = '{}' and marked_status is null and next_contact_on is null
    and not exists (select from public.desk_person_leads where person_id = desk_people.id)
    and not exists (select from public.desk_person_orders where person_id = desk_people.id)
    and not exists (select from public.desk_person_contacts where person_id = desk_people.id)
    and not exists (select from public.desk_notes where person_id = desk_people.id);
  return (select id from public.desk_people where user_id = account_id);
end
$$;
revoke execute on function public.place_desk_account(uuid) from public, anon, authenticated, service_role;

update auth.users set raw_app_meta_data = raw_app_meta_data - 'worked_here' where raw_app_meta_data ? 'worked_here';

-- Those who are listed already are looked at once more.
insert into public.desk_changes (kind, ref) select distinct 'user', user_id from public.staff_history;
