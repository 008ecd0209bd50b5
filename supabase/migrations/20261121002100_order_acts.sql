-- What administrators did to orders, and who did it. Rows are only ever added; each act is done to an order once.
create table public.order_acts (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  act text not null check (act in ('refunded')),
  -- Null for the service key, and for an administrator whose account is gone.
  actor uuid references auth.users (id) on delete set null,
  -- How far the program had got, for the sum to be given back.
  program_day integer,
  acted_at timestamptz not null default now(),
  unique (order_id, act)
);

alter table public.order_acts enable row level security;
revoke all on public.order_acts from anon, authenticated, service_role;
grant select, insert on public.order_acts to service_role;
