-- Who works with the product, so that nobody has to read every account to find the few. The role itself is in the account; on
-- hosted Supabase auth.users belongs to another, who lets us have a trigger there, as the audit's, but no index.
create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('admin', 'assistant', 'technician'))
);
alter table public.staff enable row level security;
revoke all on public.staff from anon, authenticated, service_role;

create function public.note_staff() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  role_now text := public.audit_role_of(new.raw_app_meta_data);
begin
  if role_now = 'user' then
    delete from public.staff where user_id = new.id;
  else
    insert into public.staff (user_id, role) values (new.id, role_now)
    on conflict (user_id) do update set role = excluded.role;
  end if;
  return null;
end
$$;
revoke execute on function public.note_staff() from public, anon, authenticated, service_role;

create trigger users_note_new_staff after insert on auth.users
  for each row when (new.raw_app_meta_data ->> 'role' in ('admin', 'assistant', 'technician'))
  execute function public.note_staff();
create trigger users_note_staff after update of raw_app_meta_data on auth.users
  for each row when (old.raw_app_meta_data ->> 'role' is distinct from new.raw_app_meta_data ->> 'role')
  execute function public.note_staff();

insert into public.staff (user_id, role)
select id, public.audit_role_of(raw_app_meta_data) from auth.users
where public.audit_role_of(raw_app_meta_data) <> 'user';
