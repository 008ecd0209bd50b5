-- How each kind of trouble that the owner is told of stands: one row a kind, for all processes and over restarts.
create table public.incidents (
  kind text primary key,
  seen_at timestamptz,
  bad_since timestamptz,
  opened_at timestamptz,
  calm_since timestamptz,
  ended_at timestamptz,
  reminders integer not null default 0,
  returns integer not null default 0
);

-- What the owner is told, once a channel: of an incident, or of something that happened once (`alert`). Nothing is about a person.
create table public.owner_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'telegram')),
  incident text,
  moment text check (moment in ('opened', 'reminded', 'ended')),
  facts jsonb not null default '{}',
  alert text,
  reference text,
  created_at timestamptz not null,
  -- Until it was sent: not before, and how often it failed.
  next_try_at timestamptz not null,
  tries integer not null default 0,
  tried_at timestamptz,
  sent_at timestamptz,
  check ((incident is null) = (moment is null) and (incident is null) <> (alert is null))
);
create index owner_messages_due_idx on public.owner_messages (next_try_at) where sent_at is null;

-- Requests that could not be answered, minute by minute, of all processes together.
create table public.server_errors (
  minute timestamptz primary key,
  count integer not null
);

-- When the job queue last did what recurs every minute.
create table public.job_beats (
  one boolean primary key default true check (one),
  beat_at timestamptz not null
);

-- When WhatsApp last refused a template, and when a message was last given up. `alert_reason` and `alerted_at` here, and
-- `alerted_at` of backup_watch, are written by processes of the release before alone.
alter table public.message_channels
  add column template_refused_at timestamptz,
  add column undelivered_at timestamptz;

create index orders_waiting_idx on public.orders (created_at) where state = 'created';

-- What watched backups every hour is done no more: nobody would take its jobs, and they would count as late.
do $$
begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'watch_backups';
    delete from pgboss.job where name = 'watch_backups' and state in ('created', 'retry');
  end if;
end
$$;

alter table public.incidents enable row level security;
alter table public.owner_messages enable row level security;
alter table public.server_errors enable row level security;
alter table public.job_beats enable row level security;
revoke all on public.incidents, public.owner_messages, public.server_errors, public.job_beats from anon, authenticated;
grant all on public.incidents, public.owner_messages, public.server_errors, public.job_beats to service_role;
