-- Nobody changes the address of their account here: whoever could would take an account along to somebody else's mailbox. Our own sign-in
-- service refuses it by its settings; hosted Supabase has none for that, so it is refused where the wish and its fulfilment are
-- written. An administrator still changes an address; nobody has proven that one until it is confirmed since.
create function public.keep_address() returns trigger language plpgsql set search_path = '' as $$
begin
  if (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change)
    or (new.email is distinct from old.email and new.email = old.email_change) then
    raise exception 'the address of an account is not changed by its user' using errcode = 'check_violation';
  end if;
  if new.email is distinct from old.email and old.email is not null
    and new.email_confirmed_at is not distinct from old.email_confirmed_at then
    new.email_confirmed_at := null;
  end if;
  return new;
end
$$;
revoke execute on function public.keep_address() from public, anon, authenticated;
create trigger users_keep_address before update of email, email_change on auth.users
  for each row execute function public.keep_address();

-- Changes that were asked for before lead nowhere.
delete from auth.one_time_tokens where token_type in ('email_change_token_new', 'email_change_token_current');
update auth.users set email_change = '', email_change_confirm_status = 0 where email_change <> '';

-- An address that came after its confirmation was agreed to by a link that a mailbox may have opened by itself. Nobody has proven it:
-- whoever signs in by a code of it starts clean.
with moved as (
  update auth.users set email_confirmed_at = null
  where email_confirmed_at is not null and exists (
    select from public.audit_events
    where subject = users.id and action = 'email_changed' and at > users.email_confirmed_at)
  returning id
)
delete from auth.sessions using moved where sessions.user_id = moved.id;
