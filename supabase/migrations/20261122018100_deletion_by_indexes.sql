-- Deleting an account looked at every call and report of the provider once for each of its messages: for a buyer with many
-- of them it came to no end. Now each is found by an index, whoever it is about.

-- Reports by whom they name.
create index message_events_message_idx on public.message_events ((payload ->> 'providerMessageId'));
create index message_events_wa_id_idx on public.message_events ((payload ->> 'waId'));
create index message_events_whatsapp_user_idx on public.message_events ((payload ->> 'whatsappUserId'));

-- Calls by whom they name: digests of everything in them that may be the name of a person or of a message. No foreign key: one
-- call may name forty thousand, and looking each of them up would take longer than all the rest.
create table public.message_call_names (
  name_digest bytea not null,
  call_id bigint not null,
  primary key (name_digest, call_id)
);
create index message_call_names_call_id_idx on public.message_call_names (call_id);

alter table public.message_call_names enable row level security;
revoke all on public.message_call_names from anon, authenticated, service_role;

-- Eight bytes: among the calls of a week no two names share them. This and the next function name all they use, instead of
-- setting a search path, so that they become part of the statements that call them.
create function public.name_digest(name text) returns bytea language sql stable as $$
  select pg_catalog.substr(pg_catalog.sha256(pg_catalog.convert_to(name, 'UTF8')), 1, 8)
$$;

-- The texts of a call, and what stands between them: JSON cut at every quotation mark. Bytes of no ASCII are written out, and
-- so are backslashes, so that nothing is lost when it is put together again.
create function public.call_texts(body bytea) returns table (text text, place bigint)
  language sql immutable as $$
  select * from pg_catalog.string_to_table(pg_catalog.encode(body, 'escape'), '"') with ordinality
$$;

-- Written out instead of calling the functions above, and each text once before it is looked at: of forty thousand reports most
-- texts are the words of the format.
create function public.note_call_names() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.message_call_names (name_digest, call_id)
  select distinct substr(sha256(convert_to(text, 'UTF8')), 1, 8), new.id
  from (select text from string_to_table(encode(new.body, 'escape'), '"') as cut (text) group by text) as texts
  -- Ids have a digit, a capital or a point; the words of the format do not, nor is what stands between texts an id.
  where length(text) <= 500 and text ~ '[0-9A-Z.]' and text !~ '^[\s:,\[\]{}]';
  return null;
end
$$;
create trigger message_calls_note_names after insert on public.message_calls
  for each row execute function public.note_call_names();

create function public.forget_call_names() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.message_call_names where call_id = old.id;
  return null;
end
$$;
create trigger message_calls_forget_names after delete on public.message_calls
  for each row execute function public.forget_call_names();

insert into public.message_call_names (name_digest, call_id)
select distinct public.name_digest(text), id from public.message_calls, public.call_texts(body)
where length(text) <= 500 and text ~ '[0-9A-Z.]' and text !~ '^[\s:,\[\]{}]';

-- Takes out of the provider's calls and reports whoever goes by one of these names. A call may speak of several people. One
-- that was read has told what it knew of them; of one that was not, everybody else's part is still to be told, so it only
-- forgets whose the rest was. The reader leaves that out and drops the call. Calls come before reports, so that what the
-- reader takes out in the meantime goes with them.
create function public.erase_from_calls(names text[]) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  digests bytea[] := array(select public.name_digest(name) from unnest(names) as given (name));
begin
  update public.message_calls
  set body = (
    select decode(string_agg(case when text = any (names) then 'erased' else text end, '"' order by place), 'escape')
    from public.call_texts(body))
  where read_at is null
    and id in (select call_id from public.message_call_names where name_digest = any (digests));
  delete from public.message_calls
  where read_at is not null
    and id in (select call_id from public.message_call_names where name_digest = any (digests));
  delete from public.message_call_names where name_digest = any (digests);
  delete from public.message_events
  where payload ->> 'providerMessageId' = any (names)
    or payload ->> 'waId' = any (names)
    or payload ->> 'whatsappUserId' = any (names);
end
$$;

-- The provider's names of these messages.
create function public.provider_names(message_ids uuid[]) returns text[]
  language sql stable security definer set search_path = '' as $$
  select array(
    select distinct name
    from public.messages, unnest(array_append(failed_provider_ids, provider_message_id)) as sent (name)
    where id = any (message_ids) and name is not null)
$$;

-- As before, without the provider's names of its messages, which there may be any number of.
drop function public.account_traces(uuid);
create function public.account_traces(account_id uuid, out address text, out lead_ids uuid[], out order_ids uuid[],
    out subscription_ids uuid[], out phones text[], out contact_ids uuid[])
  language plpgsql stable security definer set search_path = '' as $$
declare
  proven text;
  digits text;
begin
  select case when email_confirmed_at is not null then lower(email) end,
    case when phone_confirmed_at is not null then public.phone_digits(phone) end
  into address, proven
  from auth.users where id = account_id;

  lead_ids := array(
    select id from public.quiz_leads
    where user_id = account_id or (user_id is null and lower(btrim(email)) = address));
  order_ids := array(
    select id from public.orders where user_id = account_id
    union
    select id from public.orders where user_id is null and lower(btrim(email)) = address
    union
    select id from public.orders where user_id is null and lead_id = any (lead_ids));
  subscription_ids := array(
    select id from public.subscriptions where order_id = any (order_ids));
  -- One number after the other, so that each is looked for by the last nine digits, which have an index.
  phones := array(select proven where proven is not null);
  for digits in
    select public.phone_digits(phone) from public.quiz_leads where id = any (lead_ids)
    union select public.phone_digits(phone) from public.orders where id = any (order_ids)
    union select public.phone_digits(phone) from public.subscriptions where id = any (subscription_ids)
  loop
    continue when digits is null or digits = any (phones)
      or exists (
        select from public.quiz_leads other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (lead_ids))
      or exists (
        select from public.orders other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (order_ids))
      or exists (
        select from public.subscriptions other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (subscription_ids));
    phones := phones || digits;
  end loop;

  contact_ids := array(
    select id from public.message_contacts
    where phone = any (phones)
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id));
end
$$;

-- Deletes of an account's messages, without the newest 5,000, as many as one statement does well; answers how many. Whoever
-- deletes an account asks until there are none, so that the rest is one short transaction however many there were. What still
-- waits to be sent stays until then.
create function public.delete_account_messages(account_id uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
  chosen uuid[];
begin
  select * into traces from public.account_traces(account_id);
  chosen := array(
    select id from public.messages
    where send_state = 'done'
      and (user_id = account_id or subscription_id = any (traces.subscription_ids) or contact_id = any (traces.contact_ids))
    order by created_at desc
    offset 5000 limit 5000);
  perform public.erase_from_calls(public.provider_names(chosen));
  delete from public.messages where id = any (chosen);
  return cardinality(chosen);
end
$$;

-- Deletes an account with everything about its owner, in one transaction; false when there is no such account (any more).
-- Orders and the provider's calls stay as records of payments, without anything that says whose they were.
create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
  message_ids uuid[];
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
  message_ids := array(
    select id from public.messages
    where user_id = account_id or subscription_id = any (traces.subscription_ids) or contact_id = any (traces.contact_ids));

  perform public.erase_from_calls(public.provider_names(message_ids) || array(
    select name from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as known (name)
    where id = any (traces.contact_ids) and name is not null
    union
    select provider_message_id from public.inbound_messages where contact_id = any (traces.contact_ids)));
  delete from public.analytics_events
  where distinct_id = any (array[account_id::text] || traces.order_ids::text[] || traces.contact_ids::text[]);
  delete from public.messages where id = any (message_ids);
  -- Also what came to be since they were listed: their contacts go.
  delete from public.messages where contact_id = any (traces.contact_ids);
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
  -- The others go with their sessions, and those with the user.
  delete from auth.refresh_tokens where session_id is null and user_id = account_id::text;
  delete from auth.saml_relay_states where lower(for_email) = traces.address;
  delete from auth.users where id = account_id;
  return true;
end
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
      from storage.objects where owner_id = account_id::text or owner = account_id));
  return (select jsonb_object_agg(key, coalesce(nullif(value, 'null'), '[]')) from jsonb_each(found));
end
$$;

revoke execute on function public.name_digest(text), public.call_texts(bytea), public.note_call_names(), public.forget_call_names(),
  public.erase_from_calls(text[]), public.provider_names(uuid[]), public.account_traces(uuid),
  public.delete_account_messages(uuid) from public, anon, authenticated;
grant execute on function public.account_traces(uuid), public.delete_account_messages(uuid) to service_role;
