-- Whose person the analytics provider has to forget, because their account is gone. Removed once it has been told.
create table public.analytics_erasures (
  user_id uuid primary key,
  asked_at timestamptz not null default now()
);

-- One row, which the server writes at its start: whether the provider can be told at all. Until then nothing is noted.
create table public.analytics_switches (
  one boolean primary key default true check (one),
  erases_people boolean not null
);

alter table public.analytics_erasures enable row level security;
alter table public.analytics_switches enable row level security;
revoke all on public.analytics_erasures, public.analytics_switches from anon, authenticated;
grant all on public.analytics_erasures, public.analytics_switches to service_role;

-- In the transaction that deletes the user, whoever does it and by whatever way.
create function public.note_analytics_erasure() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.analytics_switches where erases_people) then
    insert into public.analytics_erasures (user_id) values (old.id) on conflict do nothing;
  end if;
  return old;
end
$$;
revoke execute on function public.note_analytics_erasure() from public, anon, authenticated;

create trigger users_note_analytics_erasure after delete on auth.users
  for each row execute function public.note_analytics_erasure();
