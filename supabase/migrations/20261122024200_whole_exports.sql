-- What is kept of somebody, for them to have: said once for accounts and for those who have none, as deletion is. What was told of
-- their visits is theirs once a lead of theirs names the attempt; a visit of nobody's leads to nobody.
create function public.export_records(lead_ids uuid[], order_ids uuid[]) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'quiz_leads', (
      select jsonb_agg(to_jsonb(leads) - 'result_token') from public.quiz_leads leads where id = any (lead_ids)),
    'visits', (
      select jsonb_agg(to_jsonb(visits)) from public.visits
      where attempt_id in (select attempt_id from public.quiz_leads where id = any (lead_ids))),
    'orders', (
      select jsonb_agg(to_jsonb(orders) - array['asked', 'asked_at', 'provider_standing', 'owner_notified_at', 'turn'])
      from public.orders where id = any (order_ids)),
    'order_acts', (
      select jsonb_agg(to_jsonb(acts) - 'actor') from public.order_acts acts where order_id = any (order_ids)),
    'order_intents', (
      select jsonb_agg(to_jsonb(intents) - 'secret_sha256') from public.order_intents intents
      where order_id = any (order_ids)),
    'deposit_uses', (
      select jsonb_agg(to_jsonb(uses)) from public.deposit_uses uses where order_id = any (order_ids)),
    'payment_events', (
      select jsonb_agg(jsonb_build_object('order_id', order_id, 'operation', operation, 'verdict', verdict, 'body', body,
        'received_at', received_at, 'repeats', repeats))
      from public.payment_events where authentic and order_id = any (order_ids)),
    'subscriptions', (
      select jsonb_agg(to_jsonb(subscriptions)) from public.subscriptions where order_id = any (order_ids)))
$$;

-- A message as it is told to whom it was for: of a checklist that somebody else may have asked for, neither a name nor what
-- became of it; of an answer, what it says.
create function public.export_message(message public.messages) returns jsonb
  language sql stable set search_path = '' as $$
  select jsonb_build_object('id', message.id, 'kind', message.kind, 'category', message.category,
      'subcategory', message.subcategory, 'created_at', message.created_at)
    || case when message.kind = 'answer' then jsonb_build_object('text', message.text) else '{}' end
    || case when message.kind = 'checklist' and message.asked_as is distinct from 'own' then '{}' else jsonb_build_object(
      'subscription_id', message.subscription_id, 'day', message.day, 'recipient_name', message.recipient_name,
      'status', message.status, 'sent_at', message.sent_at, 'delivered_at', message.delivered_at, 'read_at', message.read_at,
      'failed_at', message.failed_at) end
$$;

-- Every key is there, and holds a list: what is not kept of somebody is told as nothing.
create function public.export_lists(found jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_object_agg(key, coalesce(nullif(value, 'null'), '[]')) from jsonb_each(found)
$$;

-- What was noted and answered before a number was theirs stays out, as before.
create or replace function public.export_account(account_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  traces record;
  person_ids uuid[];
  in_doubt timestamptz;
begin
  if not exists (select from auth.users where id = account_id) then
    return null;
  end if;
  select * into traces from public.account_traces(account_id);
  person_ids := array(
    select id from public.desk_people where user_id = account_id
    union
    select person_id from public.desk_person_leads where lead_id = any (traces.lead_ids)
    union
    select person_id from public.desk_person_orders where order_id = any (traces.order_ids));
  select max(since) into in_doubt
  from (
    select coalesce(public.number_speaks_since(account_id, contact_id, traces.subscription_ids), 'infinity') as since, contact_id
    from public.desk_person_contacts where person_id = any (person_ids)) as numbers
  where exists (
    select from public.inbound_messages where inbound_messages.contact_id = numbers.contact_id and written_at < since);
  return public.export_lists(public.export_records(traces.lead_ids, traces.order_ids)
    || jsonb_build_object(
      'consents', (
        select jsonb_agg(to_jsonb(consents)) from public.consents
        where user_id = account_id or lead_id = any (traces.lead_ids)),
      'messages', (
        select jsonb_agg(public.export_message(messages) order by created_at) from public.messages
        where user_id = account_id or subscription_id = any (traces.subscription_ids)
          or (kind = 'answer' and contact_id = any (traces.contact_ids)
            and created_at >= public.number_speaks_since(account_id, contact_id, traces.subscription_ids))),
      'message_contacts', (
        select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
        from public.message_contacts where id = any (traces.contact_ids)),
      'inbound_messages', (
        select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
        from public.inbound_messages
        join (
          select contact_id, min(sent_at) as first_sent_at from public.messages
          where contact_id = any (traces.contact_ids) and subscription_id = any (traces.subscription_ids)
          group by contact_id) as spoken using (contact_id)
        where written_at >= first_sent_at),
      'sessions', (
        select jsonb_agg(jsonb_build_object('created_at', created_at, 'updated_at', updated_at, 'user_agent', user_agent,
          'ip', ip, 'aal', aal))
        from auth.sessions where user_id = account_id),
      'factors', (
        select jsonb_agg(jsonb_build_object('friendly_name', friendly_name, 'factor_type', factor_type, 'status', status,
          'phone', phone, 'created_at', created_at))
        from auth.mfa_factors where user_id = account_id),
      'files', (
        select jsonb_agg(jsonb_build_object('bucket', bucket_id, 'name', name, 'created_at', created_at))
        from storage.objects where owner_id = account_id::text or owner = account_id))
    || public.export_desk_marks(person_ids, in_doubt));
end
$$;
drop function public.export_account_records(uuid);

-- Somebody without an account: what they typed, and of a number what it was sent and wrote once it is proven to be theirs.
create or replace function public.export_desk_person(person_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  their_id uuid := person_id;
  lead_ids uuid[];
  order_ids uuid[];
  contact_ids uuid[];
begin
  lead_ids := array(select lead_id from public.desk_person_leads theirs where theirs.person_id = their_id);
  order_ids := array(select order_id from public.desk_person_orders theirs where theirs.person_id = their_id);
  contact_ids := array(
    select contact_id from public.desk_person_contacts theirs where theirs.person_id = their_id and is_proven);
  return public.export_lists(public.export_records(lead_ids, order_ids)
    || jsonb_build_object(
      'consents', (select jsonb_agg(to_jsonb(consents)) from public.consents where lead_id = any (lead_ids)),
      'messages', (
        select jsonb_agg(public.export_message(messages) order by created_at) from public.messages
        where contact_id = any (contact_ids)
          or subscription_id in (select id from public.subscriptions where order_id = any (order_ids))),
      'message_contacts', (
        select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
        from public.message_contacts where id = any (contact_ids)),
      'inbound_messages', (
        select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
        from public.inbound_messages where contact_id = any (contact_ids)))
    || public.export_desk_marks(array[their_id]));
end
$$;

revoke execute on function public.export_records(uuid[], uuid[]), public.export_message(public.messages),
  public.export_lists(jsonb), public.export_account(uuid), public.export_desk_person(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.export_account(uuid) to service_role;
