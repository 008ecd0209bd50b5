-- A phone as WhatsApp writes it, however a person did; null for what is none. The same rule as normalisePhone in
-- packages/domain/src/messages/phone.ts: a number that one of them reads otherwise than the other is somebody else's.
create or replace function public.phone_digits(phone text) returns text language sql immutable set search_path = '' as $$
  select case when completed ~ '^[1-9][0-9]{9,14}$' and (completed !~ '^7' or length(completed) = 11) then completed end
  from (
    select case
      -- No country's code begins with 87, so «+8 7…» is the local spelling too.
      when digits ~ '^87[0-9]{9}$' or (digits ~ '^8[0-9]{10}$' and not international) then '7' || substr(digits, 2)
      when digits ~ '^7[0-9]{9}$' and not international then '7' || digits
      else digits
    end as completed
    from (
      select regexp_replace(phone, '[^0-9]', '', 'g') as digits, phone ~ ('^[' || space || ']*\+') as international
      from (values ('\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as classes (space)
      where phone !~ ('[^0-9' || space || '+().\u2013\u2014\u2011-]')
    ) as written
  ) as read
$$;

-- Deletes an account with everything about its owner, in one transaction; false when there is no such account (any more).
-- Orders and the provider's calls stay as records of payments, without anything that says whose they were.
create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
  known text[];
  named text;
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
  known := array(
    select unnest(array[phone, wa_id, whatsapp_user_id]) from public.message_contacts where id = any (traces.contact_ids));
  known := array_remove(known, null);

  -- A call may speak of several people. One that was read has told what it knew of them; of one that was not, everybody
  -- else's part is still to be told, so it only forgets whose the rest was. The reader leaves that out and drops the call.
  -- Before the facts, so that what the reader takes out in the meantime goes with them.
  foreach named in array array_remove(known || traces.provider_ids, null) loop
    update public.message_calls
    set body = decode(replace(encode(body, 'escape'), '"' || named || '"', '"erased"'), 'escape')
    where read_at is null and position(convert_to('"' || named || '"', 'UTF8') in body) > 0;
    delete from public.message_calls
    where read_at is not null and position(convert_to('"' || named || '"', 'UTF8') in body) > 0;
  end loop;
  delete from public.message_events
  where payload ->> 'waId' = any (known) or payload ->> 'whatsappUserId' = any (known)
    or exists (
      select from unnest(traces.provider_ids) as sent (id)
      where event_key = 'message:' || sent.id or starts_with(event_key, 'status:' || sent.id || ':'));
  delete from public.analytics_events
  where distinct_id = any (array[account_id::text] || traces.order_ids::text[] || traces.contact_ids::text[]);
  delete from public.messages
  where user_id = account_id or subscription_id = any (traces.subscription_ids) or contact_id = any (traces.contact_ids);
  delete from public.inbound_messages where contact_id = any (traces.contact_ids);
  -- Someone who asked for silence goes on being left alone.
  insert into public.message_opt_outs (id_digest, opted_out_at, command_at)
  select public.opt_out_digest(whatsapp_id), opted_out_at, command_at
  from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as ids (whatsapp_id)
  where id = any (traces.contact_ids) and opted_out_at is not null and whatsapp_id is not null
  on conflict (id_digest) do nothing;
  delete from public.message_contacts where id = any (traces.contact_ids);
  delete from public.subscriptions where id = any (traces.subscription_ids);

  delete from public.order_intents where order_id = any (traces.order_ids);
  perform public.strip_payment_calls(traces.order_ids);
  -- What strangers sent in the provider's name is worth nothing.
  delete from public.payment_events
  where not authentic and traces.address is not null
    and (position(traces.address in lower(body)) > 0 or position(replace(traces.address, '@', '%40') in lower(body)) > 0);
  update public.orders
  set user_id = null, lead_id = null, email = null, name = null, phone = null, category = null, subcategory = null,
    updated_at = now()
  where id = any (traces.order_ids);

  delete from public.consents where user_id = account_id or lead_id = any (traces.lead_ids);
  delete from public.quiz_leads where id = any (traces.lead_ids);
  delete from auth.refresh_tokens where user_id = account_id::text;
  delete from auth.saml_relay_states where lower(for_email) = traces.address;
  delete from auth.users where id = account_id;
  return true;
end
$$;

-- Without the key every request for silence would be a row that nobody finds again, so that is said at once.
create or replace function public.opt_out_digest(whatsapp_id text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  secret text;
begin
  select key into secret from public.message_opt_out_key;
  if secret is null then
    raise exception 'message_opt_out_key is empty' using hint = 'Restore its row from a backup: a new key finds no old request.';
  end if;
  return encode(sha256(convert_to(secret || ':' || whatsapp_id, 'UTF8')), 'hex');
end
$$;

create index payment_events_inv_id_idx on public.payment_events (inv_id);

-- Takes out of the provider's calls about orders what says who paid: the e-mail, and the account or card.
create or replace function public.strip_payment_calls(order_ids uuid[]) returns void
  language sql security definer set search_path = '' as $$
  update public.payment_events
  set body = regexp_replace(
      regexp_replace(body, '(^|[&?])(e-?mail=)[^&]*', '\1\2', 'gi'),
      '(<(\w+:)?(IncAccount|Email)>)[^<]*', '\1', 'gi')
  where order_id = any (order_ids)
    or inv_id = any (array(select inv_id from public.orders where id = any (order_ids)))
$$;

-- Everything kept about an account's owner, for them to take along. Secrets are left out: what opens a session or proves a
-- factor. Whoever types a number need not be its owner, so what was written from a number is theirs only when it answers
-- messages of a program of theirs, and the number serves no other account.
create or replace function public.export_account(account_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  traces record;
  found jsonb;
begin
  if not exists (select from auth.users where id = account_id) then
    return null;
  end if;
  select * into traces from public.account_traces(account_id);
  found := jsonb_build_object(
    'quiz_leads', (
      select jsonb_agg(to_jsonb(leads) - 'result_token') from public.quiz_leads leads where id = any (traces.lead_ids)),
    'consents', (
      select jsonb_agg(to_jsonb(consents)) from public.consents
      where user_id = account_id or lead_id = any (traces.lead_ids)),
    'orders', (
      select jsonb_agg(to_jsonb(orders) - array['asked', 'asked_at', 'provider_standing', 'owner_notified_at', 'turn'])
      from public.orders where id = any (traces.order_ids)),
    'order_acts', (
      select jsonb_agg(to_jsonb(acts) - 'actor') from public.order_acts acts where order_id = any (traces.order_ids)),
    'order_intents', (
      select jsonb_agg(to_jsonb(intents) - 'secret_sha256') from public.order_intents intents
      where order_id = any (traces.order_ids)),
    'deposit_uses', (
      select jsonb_agg(to_jsonb(uses)) from public.deposit_uses uses where order_id = any (traces.order_ids)),
    'payment_events', (
      select jsonb_agg(jsonb_build_object('order_id', order_id, 'operation', operation, 'verdict', verdict, 'body', body,
        'received_at', received_at, 'repeats', repeats))
      from public.payment_events where authentic and order_id = any (traces.order_ids)),
    'subscriptions', (
      select jsonb_agg(to_jsonb(subscriptions)) from public.subscriptions where id = any (traces.subscription_ids)),
    'messages', (
      select jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'category', category, 'subcategory', subcategory,
        'subscription_id', subscription_id, 'day', day, 'recipient_name', recipient_name, 'created_at', created_at,
        'status', status, 'sent_at', sent_at, 'delivered_at', delivered_at, 'read_at', read_at, 'failed_at', failed_at))
      from public.messages where user_id = account_id or subscription_id = any (traces.subscription_ids)),
    'message_contacts', (
      select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
      from public.message_contacts where id = any (traces.contact_ids)),
    'inbound_messages', (
      select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
      from public.inbound_messages
      where contact_id = any (traces.contact_ids)
        and written_at >= (
          select min(sent_at) from public.messages
          where messages.contact_id = inbound_messages.contact_id and subscription_id = any (traces.subscription_ids))),
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
      from storage.objects where owner_id = account_id::text or owner = account_id));
  return (select jsonb_object_agg(key, coalesce(nullif(value, 'null'), '[]')) from jsonb_each(found));
end
$$;
