-- Who worked with the product, in which role, under which address, and from when, so that the journal names them as they were
-- called at the moment of a deed: after another address, after the role was taken away, after the account is gone. Rows are only
-- ever added; three years after the last of somebody who has no role they may go, as the audit does.
create table public.staff_history (
  id bigint generated always as identity primary key,
  -- No foreign key: the row outlives the account.
  user_id uuid not null,
  email text,
  -- Null: from then on they have none.
  role text check (role in ('admin', 'assistant', 'technician')),
  since timestamptz not null default now()
);
create index staff_history_user_idx on public.staff_history (user_id, since desc, id desc);
alter table public.staff_history enable row level security;
revoke all on public.staff_history from anon, authenticated, service_role;

-- What is known of those before: when roles were given and taken away, and what the accounts that are left are called today.
insert into public.staff_history (user_id, email, role, since)
select users.id, users.email, max(
    case action when 'administrator_appointed' then 'admin' when 'assistant_appointed' then 'assistant'
      when 'technician_appointed' then 'technician' end), at
from public.audit_events join auth.users on users.id = subject
where action in ('administrator_appointed', 'administrator_removed', 'assistant_appointed', 'assistant_removed',
  'technician_appointed', 'technician_removed')
group by users.id, users.email, at order by at;
insert into public.staff_history (user_id, email, role, since)
select users.id, users.email, staff.role, '2000-01-01Z'
from public.staff join auth.users on users.id = staff.user_id
where not exists (select from public.staff_history as known where known.user_id = users.id);

create function public.keep_staff_history() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and not exists (select from public.staff where user_id = old.user_id) and not exists (
    select from public.staff_history as known
    where known.user_id = old.user_id and known.since >= now() - interval '3 years') then
    return old;
  end if;
  raise exception 'Who worked here stays as it is' using errcode = 'insufficient_privilege';
end
$$;
create trigger staff_history_keep before update or delete on public.staff_history
  for each row execute function public.keep_staff_history();
create trigger staff_history_keep_all before truncate on public.staff_history
  for each statement execute function public.keep_staff_history();

create or replace function public.note_staff() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  role_now text := nullif(public.audit_role_of(new.raw_app_meta_data), 'user');
begin
  if role_now is null then
    delete from public.staff where user_id = new.id;
  else
    insert into public.staff (user_id, role) values (new.id, role_now)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  insert into public.staff_history (user_id, email, role) values (new.id, new.email, role_now);
  return null;
end
$$;

create function public.note_staff_address() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.staff_history (user_id, email, role)
  values (new.id, new.email, public.audit_role_of(new.raw_app_meta_data));
  return null;
end
$$;
create trigger users_note_staff_address after update of email on auth.users
  for each row when (old.email is distinct from new.email and new.deleted_at is null
    and new.raw_app_meta_data ->> 'role' in ('admin', 'assistant', 'technician')
    and old.raw_app_meta_data ->> 'role' is not distinct from new.raw_app_meta_data ->> 'role')
  execute function public.note_staff_address();

-- As before, and whoever worked here keeps their id in what they did: others' is exchanged for one that means nobody.
create or replace function public.audit_account() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  role_before text := case when tg_op = 'INSERT' then 'user' else public.audit_role_of(old.raw_app_meta_data) end;
  role_after text := case when tg_op = 'DELETE' then 'user' else public.audit_role_of(new.raw_app_meta_data) end;
  account uuid := case when tg_op = 'DELETE' then old.id else new.id end;
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
    if role_before <> 'user' then
      insert into public.staff_history (user_id, email) values (old.id, old.email);
    elsif not exists (select from public.staff_history where user_id = old.id) then
      account := gen_random_uuid();
      update public.audit_events
      set actor = case when actor = old.id then account else actor end,
        subject = case when subject = old.id then account else subject end
      where actor = old.id or subject = old.id;
    end if;
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

revoke execute on function public.keep_staff_history(), public.note_staff_address()
  from public, anon, authenticated, service_role;
