-- Each try at a nightly backup. A good one was restored from where it lies and its rows counted.
create table public.backups (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null default now(),
  -- Where it went, under which name, and what is in it; null for one that failed.
  name text,
  bytes bigint,
  rows bigint,
  files integer,
  -- Why it failed: a code, never data.
  failure text,
  check ((name is null) = (failure is not null))
);
create index backups_good_idx on public.backups (ended_at) where name is not null;

-- Since when backups are watched, and when the owner was last told that none comes.
create table public.backup_watch (
  one boolean primary key default true check (one),
  since timestamptz not null,
  alerted_at timestamptz
);

alter table public.backups enable row level security;
alter table public.backup_watch enable row level security;
revoke all on public.backups, public.backup_watch from anon, authenticated;
grant all on public.backups, public.backup_watch to service_role;
