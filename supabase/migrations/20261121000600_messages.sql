-- People as WhatsApp knows them. Someone may hide their phone; then WhatsApp's own id is all there is.
create table public.message_contacts (
  id uuid primary key default gen_random_uuid(),
  phone text unique check (phone ~ '^[1-9][0-9]{9,14}$'),
  -- What WhatsApp calls the phone, where that differs.
  wa_id text unique,
  whatsapp_user_id text unique,
  -- Opens 24 hours in which anything may be sent, not only approved templates.
  last_inbound_at timestamptz,
  opted_out_at timestamptz,
  -- When the person wrote the request to stop or to start that counts.
  command_at timestamptz,
  created_at timestamptz not null default now(),
  check (phone is not null or whatsapp_user_id is not null)
);

-- One text for one person, and how far it got. This table is the queue: what is due is found by next_attempt_at.
create table public.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('checklist', 'daily', 'manual', 'reply')),
  contact_id uuid not null references public.message_contacts (id),
  user_id uuid references auth.users (id) on delete set null,
  category text check (category in ('A', 'B', 'C')),
  subcategory text check (subcategory in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  subscription_id uuid references public.subscriptions (id) on delete cascade,
  -- Counts how often the program was begun, so that a program begun again sends its days again.
  round integer,
  day integer check (day between 1 and 5),
  -- Whether the program moves on when this message is accepted.
  moves_progress boolean not null default false,
  recipient_name text,
  reply text check (reply in ('opted_out', 'opted_in')),
  created_at timestamptz not null default now(),
  deadline timestamptz not null,

  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'delivered', 'read')),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  failure text,
  error_code integer,

  send_state text not null default 'waiting' check (send_state in ('waiting', 'sending', 'unknown', 'done')),
  next_attempt_at timestamptz,
  attempts integer not null default 0,
  resends integer not null default 0,
  unknown_since timestamptz,
  must_use_template boolean not null default false,
  -- The provider's id of the copy that counts, and those of copies it reported as failed.
  provider_message_id text unique,
  failed_provider_ids text[] not null default '{}',

  check ((send_state = 'done') = (next_attempt_at is null)),
  check ((kind = 'daily') = (subscription_id is not null and round is not null) or kind = 'manual'),
  check (kind not in ('daily', 'manual') or day is not null),
  check ((kind = 'reply') = (reply is not null))
);

-- Exactly one message for one day of one program.
create unique index messages_one_a_day_idx on public.messages (subscription_id, round, day) where kind = 'daily';
create index messages_due_idx on public.messages (next_attempt_at) where send_state <> 'done';
create index messages_contact_created_idx on public.messages (contact_id, created_at desc);
create index messages_checklists_created_idx on public.messages (created_at) where kind = 'checklist';
create index messages_user_idx on public.messages (user_id, created_at desc) where user_id is not null;

-- What the provider reported, one row a fact; the same report again is no new fact.
create table public.message_events (
  -- In the order of arrival.
  id bigint generated always as identity primary key,
  provider text not null,
  -- `status:<message>:<status>` or `message:<message>`.
  event_key text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  tries integer not null default 0,
  unique (provider, event_key)
);
create index message_events_unhandled_idx on public.message_events (id) where handled_at is null;
create index message_events_received_idx on public.message_events (received_at);

-- What people wrote to us.
create table public.inbound_messages (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.message_contacts (id) on delete cascade,
  provider_message_id text not null unique,
  type text not null,
  text text,
  written_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index inbound_messages_contact_idx on public.inbound_messages (contact_id, written_at desc);

-- The road itself: closed for everybody while the account may not send, and when the owner was last told.
create table public.message_channels (
  provider text primary key,
  paused_until timestamptz,
  pause_code integer,
  -- Why the owner should look, until the next mail says so: one mail an hour at most.
  alert_reason text,
  alerted_at timestamptz
);

alter table public.subscriptions
  add column last_sent_on date,
  -- How often the program was begun, and when for the last time where that was not at its purchase.
  add column round integer not null default 1,
  add column begun_at timestamptz;

alter table public.message_contacts enable row level security;
alter table public.messages enable row level security;
alter table public.message_events enable row level security;
alter table public.inbound_messages enable row level security;
alter table public.message_channels enable row level security;

revoke all on public.message_contacts, public.messages, public.message_events, public.inbound_messages,
  public.message_channels from anon, authenticated;
grant all on public.message_contacts, public.messages, public.message_events, public.inbound_messages,
  public.message_channels to service_role;

-- Whose messages they are may see how far each got, and nothing of how it is sent.
grant select (id, kind, category, subcategory, subscription_id, day, user_id, created_at, status, sent_at, delivered_at, read_at, failed_at)
  on public.messages to authenticated;
create policy "a user reads their own messages" on public.messages
  for select to authenticated using (user_id = (select auth.uid()));
