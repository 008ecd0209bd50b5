-- The provider's calls about messages, byte for byte as they came: what was signed is kept before it is understood. A call
-- may hold thousands of facts; `items_done` of them are in message_events.
create table public.message_calls (
  -- In the order of arrival.
  id bigint generated always as identity primary key,
  provider text not null,
  body bytea not null,
  -- The provider repeats a call until it is answered; the same bytes are the same call.
  body_sha256 text not null check (body_sha256 ~ '^[0-9a-f]{64}$'),
  received_at timestamptz not null default now(),
  items_done integer not null default 0,
  read_at timestamptz,
  tries integer not null default 0,
  unique (provider, body_sha256)
);
create index message_calls_unread_idx on public.message_calls (id) where read_at is null;
create index message_calls_received_idx on public.message_calls (received_at);

alter table public.message_calls enable row level security;
revoke all on public.message_calls from anon, authenticated;
grant all on public.message_calls to service_role;
