-- Facts that analytics is told by the server: written in the transaction of the fact, removed once the provider has
-- taken them. The id follows from the fact, so that the same one twice is one event, here and at the provider.
create table public.analytics_events (
  id uuid primary key,
  name text not null,
  -- A user's id, or the id of an order or a contact: never a name, an address or a phone.
  distinct_id text not null,
  is_user boolean not null,
  properties jsonb not null,
  occurred_at timestamptz not null,
  created_at timestamptz not null default now()
);

create index analytics_events_created_at on public.analytics_events (created_at);

alter table public.analytics_events enable row level security;
revoke all on public.analytics_events from anon, authenticated;
grant all on public.analytics_events to service_role;
