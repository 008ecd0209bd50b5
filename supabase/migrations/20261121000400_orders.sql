-- The number an order has with the payment provider. The server keeps it in its environment's range at start.
create sequence public.orders_inv_id_seq as integer no cycle;

-- One purchase at one price. Money is whole tiyn.
create table public.orders (
  id uuid primary key default gen_random_uuid(),
  inv_id integer not null unique default nextval('public.orders_inv_id_seq') check (inv_id > 0),
  product text not null check (product in ('subscription', 'consultation')),
  price_tiyn integer not null check (price_tiyn > 0),
  deposit_tiyn integer not null default 0 check (deposit_tiyn >= 0),
  charge_tiyn integer not null check (charge_tiyn > 0),
  currency text not null default 'KZT' check (currency = 'KZT'),
  state text not null default 'created' check (state in ('created', 'paid', 'failed', 'refunded', 'expired')),
  -- Placed in the provider's test mode, where no money moves.
  test boolean not null default false,

  user_id uuid references auth.users (id) on delete set null,
  lead_id uuid references public.quiz_leads (id) on delete set null,
  email text,
  name text,
  phone text,
  category text check (category in ('A', 'B', 'C')),
  subcategory text check (subcategory in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  -- Which button began it.
  source text,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  paid_at timestamptz,

  -- How often the status service was asked about it, and what it said last.
  asked integer not null default 0,
  asked_at timestamptz,
  provider_standing text,

  receipt_sent_at timestamptz,
  owner_notified_at timestamptz,

  check ((paid_at is not null) = (state in ('paid', 'refunded')))
);
alter sequence public.orders_inv_id_seq owned by public.orders.inv_id;

create index orders_user_id_idx on public.orders (user_id, created_at desc) where user_id is not null;
create index orders_email_idx on public.orders (lower(email)) where email is not null;
create index orders_lead_id_idx on public.orders (lead_id) where lead_id is not null;

-- What browsers remember of an order. Several intents may continue one order; a secret proves that the asker made one.
create table public.order_intents (
  intent_id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  secret_sha256 text not null check (secret_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);
create index order_intents_order_id_idx on public.order_intents (order_id);

-- A paid program lowers one consultation's price, once: at most one use of it stands, and each order has at most one.
create table public.deposit_uses (
  -- The deposit is claimed first, so that the order is written once with the charge that follows from it.
  order_id uuid primary key references public.orders (id) on delete cascade deferrable initially deferred,
  program_order_id uuid not null references public.orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Given back when the order expired unpaid.
  released_at timestamptz
);
create unique index deposit_uses_once_idx on public.deposit_uses (program_order_id) where released_at is null;

-- Every call of the provider, exactly as it came, with what was made of it.
create table public.payment_events (
  id bigint generated always as identity primary key,
  provider text not null,
  -- `result`: the signed notice of a payment; `status`: an answer of the status service.
  operation text not null check (operation in ('result', 'status')),
  inv_id integer,
  order_id uuid references public.orders (id) on delete set null,
  verdict text not null,
  -- Whether the provider's signature was right. What anybody could have sent is kept in a bounded number.
  authentic boolean not null,
  method text not null,
  headers jsonb not null default '{}',
  body text not null,
  received_at timestamptz not null default now(),
  repeats integer not null default 0,
  repeated_at timestamptz
);
create unique index payment_events_once_idx on public.payment_events (provider, inv_id, operation, verdict)
  where authentic;
create index payment_events_bounded_idx on public.payment_events (id) where not authentic;
create index payment_events_order_id_idx on public.payment_events (order_id);

alter table public.orders enable row level security;
alter table public.order_intents enable row level security;
alter table public.deposit_uses enable row level security;
alter table public.payment_events enable row level security;

revoke all on public.orders, public.order_intents, public.deposit_uses, public.payment_events from anon, authenticated;
revoke all on sequence public.orders_inv_id_seq from anon, authenticated;
grant all on public.orders, public.order_intents, public.deposit_uses, public.payment_events to service_role;
grant usage, select on sequence public.orders_inv_id_seq to service_role;

-- A buyer sees what they bought and how it stands, and nothing of how it is worked on.
grant select (id, inv_id, product, price_tiyn, deposit_tiyn, charge_tiyn, currency, state, test, user_id, category,
  subcategory, created_at, paid_at) on public.orders to authenticated;
create policy "a user reads their own orders" on public.orders
  for select to authenticated using (user_id = (select auth.uid()));
