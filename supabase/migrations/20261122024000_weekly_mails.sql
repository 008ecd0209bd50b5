-- The weeks that the owner was told of by mail, each by its Monday. A row a week: however many processes there are, and whenever
-- they begin again, a week is told once. The first row says since when weeks are told, and was sent to nobody.
create table public.weekly_mails (
  monday date primary key,
  planned_at timestamptz not null,
  sent_at timestamptz
);
alter table public.weekly_mails enable row level security;
revoke all on public.weekly_mails from anon, authenticated, service_role;
