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
