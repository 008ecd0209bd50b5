-- Deletes an account with everything about its owner; false when there is nobody (any more). A sign-in holds its code, its session or
-- its flow before it comes to the user: whoever holds the user first and comes to those afterwards waits for it for ever, as it for
-- them. A flow that is to link an account is none of its user's before it is answered, and its answer comes to the user first. The
-- owner and the rights of the function stay as they are.
create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  traces record;
begin
  perform from auth.one_time_tokens where user_id = account_id order by token_type for update;
  -- Held only: they go with the user, and are journalled as ended where the user stays.
  perform from auth.sessions where user_id = account_id order by id for update;
  perform from auth.flow_state where user_id = account_id order by id for update;
  -- The lock makes rows that refer to the account wait, and then fail, so that none slips in.
  perform from auth.users where id = account_id for update;
  if not found then
    return false;
  end if;
  if exists (select from public.list_account_files(account_id)) then
    raise exception 'The account still owns files' using errcode = 'PT409', hint = 'Remove its files first.';
  end if;
  select * into traces from public.account_traces(account_id);
  perform public.erase_records(account_id, traces.address, traces.lead_ids, traces.order_ids, traces.subscription_ids,
    traces.contact_ids, traces.typed_contact_ids);
  -- The others went with their sessions.
  delete from auth.refresh_tokens where session_id is null and user_id = account_id::text;
  delete from auth.saml_relay_states where lower(for_email) = traces.address;
  delete from auth.users where id = account_id;
  perform public.forget_desk_changes(array[account_id] || traces.lead_ids || traces.contact_ids || traces.typed_contact_ids);
  return true;
end
$$;
