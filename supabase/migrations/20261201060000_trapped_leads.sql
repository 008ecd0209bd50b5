-- Finished attempts with the field filled that people never see, as they were sent: kept apart for
-- the owner to accept. No account is made of one, and nothing counts it.
create table public.trapped_leads (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null unique,
  attempt jsonb not null,
  user_id uuid references auth.users (id) on delete cascade,
  result_token text not null,
  created_at timestamptz not null default now()
);
create index trapped_leads_created_at_idx on public.trapped_leads (created_at);
create index trapped_leads_user_idx on public.trapped_leads (user_id) where user_id is not null;

alter table public.trapped_leads enable row level security;
revoke all on public.trapped_leads from anon, authenticated;
