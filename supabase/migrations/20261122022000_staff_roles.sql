-- The owner (whose role is 'admin', as it always was) has people who work with her: an assistant, a technician. What is
-- audited of accounts and of deeds says which of them it was.
alter table public.audit_events drop constraint audit_events_actor_role_check;
alter table public.audit_events add constraint audit_events_actor_role_check
  check (actor_role in ('user', 'admin', 'assistant', 'technician', 'service', 'server', 'command'));
alter table public.audit_events drop constraint audit_events_source_check;
alter table public.audit_events add constraint audit_events_source_check
  check (source in ('accounts', 'panel', 'desk', 'server', 'command'));

create or replace function public.audit_role_of(metadata jsonb) returns text language sql immutable set search_path = '' as $$
  select case when metadata ->> 'role' in ('admin', 'assistant', 'technician') then metadata ->> 'role' else 'user' end
$$;

-- As before, and it tells of every role that is given or taken away.
create or replace function public.audit_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  role_before text := case when tg_op = 'INSERT' then 'user' else public.audit_role_of(old.raw_app_meta_data) end;
  role_after text := case when tg_op = 'DELETE' then 'user' else public.audit_role_of(new.raw_app_meta_data) end;
  account uuid := case when tg_op = 'DELETE' then gen_random_uuid() else new.id end;
  actions text[] := '{}';
begin
  if role_after <> role_before then
    if role_after <> 'user' then
      actions := actions || (case role_after when 'admin' then 'administrator' else role_after end || '_appointed');
    end if;
    if role_before <> 'user' then
      actions := actions || (case role_before when 'admin' then 'administrator' else role_before end || '_removed');
    end if;
  end if;
  if tg_op = 'DELETE' then
    actions := actions || 'account_deleted'::text;
    update public.audit_events
    set actor = case when actor = old.id then account else actor end,
      subject = case when subject = old.id then account else subject end
    where actor = old.id or subject = old.id;
  elsif tg_op = 'UPDATE' then
    if new.deleted_at is not null and old.deleted_at is null then
      actions := actions || 'account_deleted'::text;
    else
      if nullif(new.encrypted_password, '') is distinct from nullif(old.encrypted_password, '') then
        actions := actions || case
          when nullif(new.encrypted_password, '') is null then 'password_removed' else 'password_changed' end;
      end if;
      if new.email is distinct from old.email then actions := actions || 'email_changed'::text; end if;
    end if;
  end if;
  insert into public.audit_events (action, subject, source) select unnest(actions), account, 'accounts';
  return null;
end
$$;

drop trigger audit_account_made on auth.users;
create trigger audit_account_made after insert on auth.users
  for each row when (new.raw_app_meta_data ->> 'role' in ('admin', 'assistant', 'technician'))
  execute function public.audit_account();

-- A wrong code at the account of any of them.
create or replace function public.audit_wrong_code() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := to_jsonb(old);
  is_now jsonb := to_jsonb(new);
begin
  if (is_now ->> 'tries')::integer > (was ->> 'tries')::integer
    and coalesce(is_now ->> 'used_at', is_now ->> 'verified_at') is null then
    insert into public.audit_events (action, subject, details, source)
    select 'sign_in_refused', users.id,
      jsonb_build_object('method', case when is_now ? 'factor_id' then 'totp' else 'otp' end), 'accounts'
    from auth.users left join auth.mfa_factors on mfa_factors.id = (is_now ->> 'factor_id')::uuid
    where users.id = coalesce((is_now ->> 'user_id')::uuid, mfa_factors.user_id)
      and public.audit_role_of(users.raw_app_meta_data) <> 'user';
  end if;
  return null;
end
$$;
