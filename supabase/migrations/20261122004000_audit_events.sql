-- What was done to accounts and by administrators, and to whom. It says who and what, never a name, an address or an answer:
-- ids alone, which are exchanged for one that means nobody when the account goes. Rows are only ever added; after three
-- years they may go.
create table public.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  -- Null where nobody is signed in (the service key, the server itself, a command) and where the database cannot tell.
  actor uuid,
  actor_role text check (actor_role in ('user', 'admin', 'service', 'server', 'command')),
  -- Whom it was done to. No foreign key: the row outlives the account.
  subject uuid,
  details jsonb not null default '{}',
  source text not null check (source in ('accounts', 'panel', 'server', 'command'))
);
create index audit_events_subject_idx on public.audit_events (subject, at desc);
create index audit_events_actor_idx on public.audit_events (actor) where actor is not null;
create index audit_events_at_idx on public.audit_events (at);

alter table public.audit_events enable row level security;
revoke all on public.audit_events from anon, authenticated, service_role;
grant select on public.audit_events to service_role;

-- Holds for the owner of the table as well, who needs no grant. What may change is who is meant, once that is nobody any
-- more, and only into somebody who is nobody, too.
create function public.keep_audit_events() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) - 'actor' - 'subject' = to_jsonb(old) - 'actor' - 'subject'
    and (new.actor is null) = (old.actor is null) and (new.subject is null) = (old.subject is null)
    and not exists (
      select from auth.users
      where (new.actor is distinct from old.actor and id in (old.actor, new.actor))
        or (new.subject is distinct from old.subject and id in (old.subject, new.subject))) then
    return new;
  end if;
  raise exception 'What was audited stays as it is' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_events_keep before update or delete on public.audit_events
  for each row execute function public.keep_audit_events();
create trigger audit_events_keep_all before truncate on public.audit_events
  for each statement execute function public.keep_audit_events();

-- What happens to accounts is taken down in the transaction that does it, whichever way leads there: a page, the admin
-- interface, a command, SQL by hand.
create function public.audit_role_of(metadata jsonb) returns text language sql immutable set search_path = '' as $$
  select case when metadata ->> 'role' = 'admin' then 'admin' else 'user' end
$$;

create function public.audit_proof() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_events (action, actor, actor_role, subject, details, source)
  select
    case when new.authentication_method = 'totp' or starts_with(new.authentication_method, 'mfa/')
      then 'second_factor_shown' else 'signed_in' end,
    users.id, public.audit_role_of(users.raw_app_meta_data), users.id,
    jsonb_build_object('method', new.authentication_method), 'accounts'
  from auth.sessions join auth.users on users.id = sessions.user_id
  where sessions.id = new.session_id;
  return null;
end
$$;

-- Sessions that go with their account say nothing of their own.
create function public.audit_ended_sessions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_events (action, subject, details, source)
  select 'sessions_ended', user_id, jsonb_build_object('sessions', count(*)), 'accounts'
  from ended where exists (select from auth.users where users.id = ended.user_id)
  group by user_id;
  return null;
end
$$;

create function public.audit_factor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    insert into public.audit_events (action, subject, details, source)
    select 'second_factor_added', new.user_id, jsonb_build_object('kind', new.factor_type), 'accounts'
    where new.status = 'verified' and old.status <> 'verified';
  else
    insert into public.audit_events (action, subject, details, source)
    select 'second_factor_removed', id, jsonb_build_object('kind', old.factor_type), 'accounts'
    from auth.users where id = old.user_id and old.status = 'verified';
  end if;
  return null;
end
$$;

create function public.audit_account() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was_admin boolean := tg_op <> 'INSERT' and public.audit_role_of(old.raw_app_meta_data) = 'admin';
  is_admin boolean := tg_op <> 'DELETE' and public.audit_role_of(new.raw_app_meta_data) = 'admin';
  account uuid := case when tg_op = 'DELETE' then gen_random_uuid() else new.id end;
  actions text[] := '{}';
begin
  if is_admin and not was_admin then actions := actions || 'administrator_appointed'::text; end if;
  if was_admin and not is_admin then actions := actions || 'administrator_removed'::text; end if;
  if tg_op = 'DELETE' then
    actions := actions || 'account_deleted'::text;
    -- What was done stays, and stays together; to whom is known no more.
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

-- A wrong code at an administrator's account. It is read as JSON because the hosted service counts its tries elsewhere.
create function public.audit_wrong_code() returns trigger language plpgsql security definer set search_path = '' as $$
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
      and public.audit_role_of(users.raw_app_meta_data) = 'admin';
  end if;
  return null;
end
$$;

revoke execute on function public.keep_audit_events(), public.audit_role_of(jsonb), public.audit_proof(),
  public.audit_ended_sessions(), public.audit_factor(), public.audit_account(), public.audit_wrong_code()
  from public, anon, authenticated, service_role;

create trigger audit_account_made after insert on auth.users
  for each row when (new.raw_app_meta_data ->> 'role' = 'admin') execute function public.audit_account();
create trigger audit_account_changed after update of encrypted_password, email, raw_app_meta_data, deleted_at on auth.users
  for each row execute function public.audit_account();
create trigger audit_account_deleted after delete on auth.users
  for each row execute function public.audit_account();

-- The hosted service lets migrations watch auth.users, and may keep them off its other tables; it has a log of its own for those.
do $$
begin
  create trigger audit_proof after insert or update on auth.mfa_amr_claims
    for each row execute function public.audit_proof();
  create trigger audit_ended_sessions after delete on auth.sessions referencing old table as ended
    for each statement execute function public.audit_ended_sessions();
  create trigger audit_factor_accepted after update on auth.mfa_factors
    for each row execute function public.audit_factor();
  create trigger audit_factor_removed after delete on auth.mfa_factors
    for each row execute function public.audit_factor();
  create trigger audit_wrong_code after update on auth.one_time_tokens
    for each row execute function public.audit_wrong_code();
  create trigger audit_wrong_factor_code after update on auth.mfa_challenges
    for each row execute function public.audit_wrong_code();
exception when insufficient_privilege then
  raise notice 'auth.audit_log_entries alone tells of sign-ins here';
end
$$;

-- Everything in one place to read, each fact from the one table that keeps it.
create view public.audit_trail with (security_invoker = true) as
  select at, action, actor, actor_role, subject, details, source from public.audit_events
  union all
  select order_acts.acted_at, 'order_' || act, actor, case when actor is null then 'service' else 'admin' end,
    orders.user_id, jsonb_build_object('order', order_id, 'programDay', program_day), 'panel'
  from public.order_acts join public.orders on orders.id = order_acts.order_id;
revoke all on public.audit_trail from anon, authenticated, service_role;
grant select on public.audit_trail to service_role;
