-- A call of forty thousand reports held the embedded database for seconds while it was kept, because each name in it was noted
-- in the same statement. Now the job that reads calls notes them when a call is read, a bounded number at a time; until then a
-- call is looked through as it stands.
alter table public.message_calls
  add column names_done integer not null default 0,
  add column named_at timestamptz;
update public.message_calls set named_at = received_at;
create index message_calls_unnamed_idx on public.message_calls (id) where named_at is null;

drop trigger message_calls_note_names on public.message_calls;
drop function public.note_call_names();

-- As before, but that calls without names are looked through.
create or replace function public.erase_from_calls(names text[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  digests bytea[] := array(select public.name_digest(name) from unnest(names) as given (name));
  call_ids bigint[] := array(
    select call_id from public.message_call_names where name_digest = any (digests)
    union
    select id from public.message_calls
    where named_at is null and exists (select from public.call_texts(body) as texts where texts.text = any (names)));
begin
  update public.message_calls
  set body = (
    select decode(string_agg(case when text = any (names) then 'erased' else text end, '"' order by place), 'escape')
    from public.call_texts(body))
  where read_at is null and id = any (call_ids);
  delete from public.message_calls where read_at is not null and id = any (call_ids);
  delete from public.message_call_names where name_digest = any (digests);
  delete from public.message_events
  where payload ->> 'providerMessageId' = any (names)
    or payload ->> 'waId' = any (names)
    or payload ->> 'whatsappUserId' = any (names);
end
$$;
