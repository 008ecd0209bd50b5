-- The right to five daily messages after a paid program: one order starts at most one.
create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references public.orders (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  lead_id uuid references public.quiz_leads (id) on delete set null,
  email text,
  name text,
  phone text,
  category text check (category in ('A', 'B', 'C')),
  subcategory text check (subcategory in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2')),
  -- The last day whose message was sent; 0 before the first.
  current_day integer not null default 0 check (current_day between 0 and 5),
  state text not null default 'active' check (state in ('active', 'finished', 'cancelled')),
  -- The day of the purchase where the buyer lives.
  started_on date not null,
  timezone text not null default 'Asia/Almaty',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index subscriptions_active_idx on public.subscriptions (id) where state = 'active';
create index subscriptions_user_id_idx on public.subscriptions (user_id) where user_id is not null;
create index subscriptions_email_idx on public.subscriptions (lower(email)) where email is not null;

alter table public.subscriptions enable row level security;
revoke all on public.subscriptions from anon, authenticated;
grant all on public.subscriptions to service_role;
grant select on public.subscriptions to authenticated;

create policy "a user reads their own subscriptions" on public.subscriptions
  for select to authenticated using (user_id = (select auth.uid()));
