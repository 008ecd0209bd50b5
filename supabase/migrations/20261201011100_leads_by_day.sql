-- How many attempts were saved within a day is looked at again and again (alarms).
create index quiz_leads_created_at_idx on public.quiz_leads (created_at);
