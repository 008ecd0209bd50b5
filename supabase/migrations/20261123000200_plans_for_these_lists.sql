-- These are handed lists: the messages of an account, the names of those at WhatsApp. PostgreSQL looks for a row in a list that it
-- knows by a hash; with a plan that it keeps for any list, which it makes after five calls of a session, it goes through the whole
-- list at each row. 50,000 messages took 16 times as long to erase then, a statement of it longer than a request may take.
do $$
declare
  name text;
begin
  foreach name in array array[
    'delete_account(uuid)', 'delete_account_messages(uuid)', 'delete_desk_person(uuid)', 'erase_from_calls(text[])',
    'erase_messages(uuid[])', 'erase_records(uuid, text, uuid[], uuid[], uuid[], uuid[], uuid[])', 'provider_names(uuid[])',
    'strip_payment_calls(uuid[])', 'export_account(uuid)', 'export_desk_person(uuid)', 'export_records(uuid[], uuid[])',
    'export_desk_marks(uuid[], timestamp with time zone)']
  loop
    execute format('alter function public.%s set plan_cache_mode = %L', name, 'force_custom_plan');
  end loop;
end
$$;
