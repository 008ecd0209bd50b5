create table public.quiz_leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  created_at timestamptz not null default now(),
  name text, email text, phone text, quiz_answers jsonb, category text, locale text
);
create index quiz_leads_user_id_created_at_idx on public.quiz_leads (user_id, created_at desc);
alter table public.quiz_leads enable row level security;
grant select, insert on public.quiz_leads to anon, authenticated;
create policy "a visitor leaves a lead" on public.quiz_leads for insert to anon with check (user_id is null);
create policy "a user leaves their own" on public.quiz_leads for insert to authenticated with check (user_id = auth.uid());
create policy "a user reads their own" on public.quiz_leads for select to authenticated using (user_id = auth.uid());
