-- A passkey opens the desk by itself, so who works here and got or lost one is taken down as their second factors are. Keys that go
-- with their account say nothing of their own. What a key is called its holder wrote: it is not told.
create function public.audit_passkey() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.audit_events (action, subject, source) values ('passkey_added', new.user_id, 'accounts');
  else
    insert into public.audit_events (action, subject, source)
    select 'passkey_removed', id, 'accounts' from auth.users where id = old.user_id;
  end if;
  return null;
end
$$;
revoke execute on function public.audit_passkey() from public, anon, authenticated, service_role;

-- As in 20261122004000: the hosted service may keep migrations off its tables, or not have this one yet.
do $$
begin
  create trigger audit_passkey after insert or delete on auth.webauthn_credentials
    for each row execute function public.audit_passkey();
exception when insufficient_privilege or undefined_table then
  raise notice 'auth.audit_log_entries alone tells of passkeys here';
end
$$;
