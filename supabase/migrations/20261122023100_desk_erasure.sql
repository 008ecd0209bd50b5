-- What goes when an account goes, said once for accounts and for those who have none: the owner deletes them at the desk.
-- Orders and the provider's calls stay as records of payments, without anything that says whose they were.
create function public.erase_records(account_id uuid, address text, lead_ids uuid[], order_ids uuid[], subscription_ids uuid[],
    contact_ids uuid[], typed_contact_ids uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  contacts uuid[] := contact_ids || typed_contact_ids;
  message_ids uuid[];
begin
  message_ids := array(
    select id from public.messages where user_id = account_id
    union select id from public.messages where subscription_id = any (subscription_ids)
    union select id from public.messages where contact_id = any (contacts));
  perform public.erase_from_calls(public.provider_names(message_ids) || array(
    select name from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as known (name)
    where id = any (contacts) and name is not null
    union
    select provider_message_id from public.inbound_messages where contact_id = any (contact_ids)));
  delete from public.analytics_events
  where distinct_id = any (array[account_id::text] || order_ids::text[] || contacts::text[]);
  perform public.erase_messages(message_ids);
  -- Also what came to be since they were listed: their contacts go.
  perform public.erase_messages(array(select id from public.messages where contact_id = any (contacts)));
  delete from public.inbound_messages where contact_id = any (contact_ids);
  -- Someone who asked for silence goes on being left alone.
  insert into public.message_opt_outs (id_digest, opted_out_at, command_at)
  select public.opt_out_digest(whatsapp_id), opted_out_at, command_at
  from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as ids (whatsapp_id)
  where id = any (contact_ids) and opted_out_at is not null and whatsapp_id is not null
  on conflict (id_digest) do nothing;
  delete from public.message_contacts where id = any (contacts);
  delete from public.subscriptions where id = any (subscription_ids);

  delete from public.order_intents where order_id = any (order_ids);
  perform public.strip_payment_calls(order_ids);
  -- What strangers sent in the provider's name is worth nothing.
  delete from public.payment_events
  where not authentic and address is not null
    and (position(address in lower(body)) > 0 or position(replace(address, '@', '%40') in lower(body)) > 0);
  update public.deposit_uses set released_at = now()
  where released_at is null
    and order_id in (select id from public.orders where id = any (order_ids) and state = 'created');
  update public.orders
  set state = case when state = 'created' then 'expired' else state end,
    user_id = null, lead_id = null, email = null, name = null, phone = null, category = null, subcategory = null,
    updated_at = now()
  where id = any (order_ids);

  delete from public.consents where user_id = account_id or lead_id = any (lead_ids);
  delete from public.quiz_leads where id = any (lead_ids);
end
$$;

create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
begin
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
  -- The others go with their sessions, and those with the user.
  delete from auth.refresh_tokens where session_id is null and user_id = account_id::text;
  delete from auth.saml_relay_states where lower(for_email) = traces.address;
  delete from auth.users where id = account_id;
  return true;
end
$$;

-- Deletes somebody who has no account of their own, with all they left; false when there is nobody (any more). An account that was
-- made for their lead, and that nobody has entered, goes too unless another's lead hangs on it. Of the numbers those go that are
-- proven to be theirs, or that are all that is known of them, or that nobody has written from.
create function public.delete_desk_person(person_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  deleted_id uuid := person_id;
  key text;
  lead_ids uuid[];
  order_ids uuid[];
  contact_ids uuid[];
  typed_contact_ids uuid[];
  account uuid;
  accounts uuid[];
begin
  select contact_key into key from public.desk_people where id = deleted_id and user_id is null for update;
  if not found then
    return false;
  end if;
  lead_ids := array(select lead_id from public.desk_person_leads leads where leads.person_id = deleted_id);
  order_ids := array(select order_id from public.desk_person_orders theirs where theirs.person_id = deleted_id);
  contact_ids := array(
    select contact_id from public.desk_person_contacts theirs
    where theirs.person_id = deleted_id and (is_proven or starts_with(key, '|')));
  typed_contact_ids := array(
    select contact_id from public.desk_person_contacts theirs join public.message_contacts on message_contacts.id = contact_id
    where theirs.person_id = deleted_id and not contact_id = any (contact_ids)
      and last_inbound_at is null and opted_out_at is null and command_at is null);
  accounts := array(
    select distinct users.id from public.quiz_leads join auth.users on users.id = user_id
    where quiz_leads.id = any (lead_ids) and email_confirmed_at is null and phone_confirmed_at is null);
  perform public.erase_records(null, null, lead_ids, order_ids,
    array(select id from public.subscriptions where order_id = any (order_ids)), contact_ids, typed_contact_ids);
  foreach account in array accounts loop
    if not exists (select from public.quiz_leads where user_id = account) and not exists (select from public.orders where user_id = account)
      and not exists (select from public.list_account_files(account)) then
      perform public.delete_account(account);
    end if;
  end loop;
  delete from public.desk_people where id = deleted_id;
  return true;
end
$$;

-- What the desk keeps of somebody, for them to take along: what was noted counts as theirs, too.
create function public.export_desk_marks(person_ids uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'desk_people', coalesce((
      select jsonb_agg(jsonb_build_object('status', status, 'tags', tags, 'next_contact_on', next_contact_on))
      from public.desk_people where id = any (person_ids)), '[]'),
    'desk_notes', coalesce((
      select jsonb_agg(jsonb_build_object('text', text, 'created_at', created_at) order by created_at)
      from public.desk_notes where person_id = any (person_ids)), '[]'),
    'consultations', coalesce((
      select jsonb_agg(jsonb_build_object('order_id', consultations.order_id, 'state', state, 'starts_at', starts_at))
      from public.consultations join public.desk_person_orders on desk_person_orders.order_id = consultations.order_id
      where person_id = any (person_ids)), '[]'))
$$;

-- As before, with what the desk keeps, and with what was answered there to numbers that are theirs.
alter function public.export_account(uuid) rename to export_account_records;
revoke all on function public.export_account_records(uuid) from service_role;
create function public.export_account(account_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select records || jsonb_build_object('messages', (records -> 'messages') || coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'text', text, 'created_at', created_at) order by created_at)
    from public.messages
    where kind = 'answer'
      and contact_id = any (select unnest(traces.contact_ids) from public.account_traces(account_id) as traces)), '[]'))
    || public.export_desk_marks(array(
    select id from public.desk_people where user_id = account_id
    union
    select person_id from public.desk_person_leads
    where lead_id = any (select unnest(traces.lead_ids) from public.account_traces(account_id) as traces)
    union
    select person_id from public.desk_person_orders
    where order_id = any (select unnest(traces.order_ids) from public.account_traces(account_id) as traces)))
  from (select public.export_account_records(account_id) as records) as kept
$$;

-- The same for somebody without an account.
create function public.export_desk_person(person_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'quiz_leads', coalesce((
      select jsonb_agg(to_jsonb(quiz_leads) - 'result_token')
      from public.desk_person_leads theirs join public.quiz_leads on quiz_leads.id = lead_id
      where theirs.person_id = export_desk_person.person_id), '[]'),
    'consents', coalesce((
      select jsonb_agg(to_jsonb(consents))
      from public.desk_person_leads theirs join public.consents on consents.lead_id = theirs.lead_id
      where theirs.person_id = export_desk_person.person_id), '[]'),
    'orders', coalesce((
      select jsonb_agg(to_jsonb(orders) - array['asked', 'asked_at', 'provider_standing', 'owner_notified_at', 'turn'])
      from public.desk_person_orders theirs join public.orders on orders.id = order_id
      where theirs.person_id = export_desk_person.person_id), '[]'),
    'subscriptions', coalesce((
      select jsonb_agg(to_jsonb(subscriptions))
      from public.desk_person_orders theirs join public.subscriptions on subscriptions.order_id = theirs.order_id
      where theirs.person_id = export_desk_person.person_id), '[]'),
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'text', text, 'created_at', messages.created_at, 'status', status))
      from public.desk_person_contacts theirs join public.messages on messages.contact_id = theirs.contact_id
      where theirs.person_id = export_desk_person.person_id and is_proven), '[]'),
    'inbound_messages', coalesce((
      select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
      from public.desk_person_contacts theirs join public.inbound_messages on inbound_messages.contact_id = theirs.contact_id
      where theirs.person_id = export_desk_person.person_id and is_proven), '[]'))
    || public.export_desk_marks(array[export_desk_person.person_id])
$$;

revoke execute on function public.erase_records(uuid, text, uuid[], uuid[], uuid[], uuid[], uuid[]), public.delete_desk_person(uuid),
  public.export_desk_marks(uuid[]), public.export_account(uuid), public.export_desk_person(uuid)
  from public, anon, authenticated;
grant execute on function public.export_account(uuid) to service_role;
