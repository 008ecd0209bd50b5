-- Proof that a person accepted one version of one text. Rows are only ever added.
create table public.consents (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid references public.quiz_leads (id) on delete set null,
  user_id uuid references auth.users (id) on delete set null,
  kind text not null check (kind in ('health', 'marketing')),
  version text not null,
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null default now(),
  ip inet,
  source text
);

create index consents_user_id_idx on public.consents (user_id);
create index consents_lead_id_idx on public.consents (lead_id);

alter table public.consents enable row level security;

revoke all on public.consents from anon, authenticated, service_role;
grant select on public.consents to authenticated;
grant select, insert on public.consents to service_role;

create policy "a user reads their own consents" on public.consents
  for select to authenticated using (user_id = (select auth.uid()));
