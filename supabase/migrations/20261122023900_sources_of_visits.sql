-- Where a person came from is what their first visit was told with.
create or replace function public.desk_source(attempt uuid) returns text language sql stable set search_path = '' as $$
  select coalesce(utm_source, referrer) from public.visits where attempt_id = attempt order by began_at limit 1
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
