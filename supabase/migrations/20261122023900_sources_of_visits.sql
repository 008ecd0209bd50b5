-- Where a person came from is what the visit was told with that led to their lead: the first of its attempt. The page tells of it
-- when the quiz ends, beside the lead; what is first told of later led to none.
create or replace function public.desk_source(attempt uuid) returns text language sql stable set search_path = '' as $$
  select told.source
  from (
    select coalesce(utm_source, referrer) as source, began_at from public.visits
    where visits.attempt_id = attempt order by began_at, id limit 1) as told
  join public.quiz_leads on quiz_leads.attempt_id = attempt and told.began_at < created_at + interval '10 minutes'
$$;

-- A page tells of its visit as it goes out of sight, which may be after the lead was read.
create function public.note_visit_of_lead() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.desk_changes (kind, ref) select 'lead', id from public.quiz_leads where attempt_id = new.attempt_id;
  return null;
end
$$;
revoke execute on function public.note_visit_of_lead() from public, anon, authenticated, service_role;
create trigger visits_desk_told after insert on public.visits
  for each row execute function public.note_visit_of_lead();
create trigger visits_desk_moved after update on public.visits
  for each row when (new.attempt_id <> old.attempt_id) execute function public.note_visit_of_lead();
