-- Whoever worked here and left nothing of their own is no person of the desk afterwards either: they came to work, not to be written to.
create or replace function public.place_desk_account(account_id uuid) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  account record;
begin
  select public.audit_role_of(raw_app_meta_data) <> 'user' or raw_app_meta_data ? 'worked_here' as is_or_was_staff into account
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

-- Those whose role was taken away before this was written down.
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"worked_here": true}'
where public.audit_role_of(raw_app_meta_data) = 'user'
  and id in (select subject from public.audit_events where action = any (array[
    'staff_dismissed', 'administrator_removed', 'assistant_removed', 'technician_removed']));
