-- A lead: one passage through the quiz, saved with its contact.
create table public.quiz_leads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  name text,
  email text,
  phone text,
  quiz_answers jsonb,
  category text,
  locale text,
  country text,
  city text,
  -- Written by the server alone.
  attempt_id uuid unique,
  rules_version text,
  scores jsonb,
  result_token text unique,
  ownership text not null default 'anonymous' check (ownership in ('own', 'linked', 'anonymous')),
  confirmed_at timestamptz
);

create index quiz_leads_user_id_created_at_idx on public.quiz_leads (user_id, created_at desc);

alter table public.quiz_leads enable row level security;

-- Column grants decide what may be written at all; policies decide whose rows.
revoke all on public.quiz_leads from anon, authenticated;
grant select on public.quiz_leads to anon, authenticated;
grant insert (name, email, phone, quiz_answers, category, user_id, locale, country, city)
  on public.quiz_leads to anon, authenticated;
grant update (name, phone) on public.quiz_leads to authenticated;
grant all on public.quiz_leads to service_role;

create policy "a visitor leaves a lead that belongs to nobody" on public.quiz_leads
  for insert to anon with check (user_id is null);
create policy "a user reads their own leads" on public.quiz_leads
  for select to authenticated using (user_id = (select auth.uid()));
create policy "a user leaves their own lead" on public.quiz_leads
  for insert to authenticated with check (user_id = (select auth.uid()));
create policy "a user corrects their own leads" on public.quiz_leads
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Whoever is signed in while leaving a lead owns it beyond doubt.
create function public.mark_own_lead() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    new.ownership := 'own';
  end if;
  return new;
end
$$;
revoke execute on function public.mark_own_lead() from public, anon, authenticated;

create trigger quiz_leads_mark_own before insert on public.quiz_leads
  for each row execute function public.mark_own_lead();
