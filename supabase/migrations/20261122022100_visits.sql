-- How far each passage through the quiz got, without anybody's answers: told by the page, and read at the owner's desk. Of a
-- person it knows nothing but the attempt, which leads to a lead once that is saved, and goes with it.
create table public.visits (
  id uuid primary key,
  attempt_id uuid not null,
  began_at timestamptz not null,
  seen_at timestamptz not null,
  -- Of the texts that were shown, a digest.
  texts text not null,
  language text check (language ~ '^[a-z]{2,3}$'),
  utm_source text check (length(utm_source) <= 40),
  utm_medium text check (length(utm_medium) <= 40),
  utm_campaign text check (length(utm_campaign) <= 40),
  referrer text check (length(referrer) <= 100),
  -- The furthest step that was on screen, and how long each was looked at.
  step smallint not null check (step between 1 and 30),
  seconds smallint[] not null default '{}' check (cardinality(seconds) <= 30),
  finished boolean not null
);
create index visits_began_at_idx on public.visits (began_at);
create index visits_attempt_id_idx on public.visits (attempt_id);

alter table public.visits enable row level security;
revoke all on public.visits from anon, authenticated, service_role;
grant select on public.visits to service_role;

-- Whichever way a lead goes, with its account or because it is old, nothing is left that led to it.
create function public.forget_visits_of_leads() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.visits where attempt_id in (select attempt_id from gone where attempt_id is not null);
  return null;
end
$$;
revoke execute on function public.forget_visits_of_leads() from public, anon, authenticated, service_role;
create trigger quiz_leads_forget_visits after delete on public.quiz_leads referencing old table as gone
  for each statement execute function public.forget_visits_of_leads();

-- What a visit may lead to is asked by the lead's account.
create index orders_paid_user_idx on public.orders (user_id, product, paid_at) where paid_at is not null and user_id is not null;
