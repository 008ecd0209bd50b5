-- A phone as WhatsApp writes it, however a person did; null for what is none.
create function public.phone_digits(phone text) returns text language sql immutable set search_path = '' as $$
  select case
    when digits ~ '^8\d{10}$' then '7' || substr(digits, 2)
    when digits ~ '^7\d{9}$' then '7' || digits
    when digits ~ '^[1-9]\d{9,14}$' then digits
  end
  from regexp_replace(phone, '\D', '', 'g') as digits
$$;

-- Requests for silence of people about whom nothing else is kept: a keyed digest, which tells the number to nobody, and is
-- found again only by whoever has the number.
create table public.message_opt_outs (
  id_digest text primary key check (id_digest ~ '^[0-9a-f]{64}$'),
  opted_out_at timestamptz not null,
  command_at timestamptz
);
create table public.message_opt_out_key (
  one boolean primary key default true check (one),
  key text not null
);
insert into public.message_opt_out_key (key) values (gen_random_uuid()::text || gen_random_uuid()::text);

alter table public.message_opt_outs enable row level security;
alter table public.message_opt_out_key enable row level security;
revoke all on public.message_opt_outs, public.message_opt_out_key from anon, authenticated, service_role;

create function public.opt_out_digest(whatsapp_id text) returns text
  language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(key || ':' || whatsapp_id, 'UTF8')), 'hex') from public.message_opt_out_key
$$;

-- A number that comes back brings its request along; from then on the contact carries it again.
create function public.recall_opt_out() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  recalled record;
begin
  for recalled in
    delete from public.message_opt_outs
    where id_digest in (
      public.opt_out_digest(new.phone), public.opt_out_digest(new.wa_id), public.opt_out_digest(new.whatsapp_user_id))
    returning opted_out_at, command_at
  loop
    new.opted_out_at := coalesce(new.opted_out_at, recalled.opted_out_at);
    new.command_at := greatest(new.command_at, recalled.command_at);
  end loop;
  return new;
end
$$;
create trigger message_contacts_recall_opt_out before insert or update of phone, wa_id, whatsapp_user_id
  on public.message_contacts for each row execute function public.recall_opt_out();

-- Takes out of the provider's calls about orders what says who paid: the e-mail, and the account or card.
create function public.strip_payment_calls(order_ids uuid[]) returns void
  language sql security definer set search_path = '' as $$
  update public.payment_events
  set body = regexp_replace(
      regexp_replace(body, '(^|[&?])(e-?mail=)[^&]*', '\1\2', 'gi'),
      '(<(\w+:)?(IncAccount|Email)>)[^<]*', '\1', 'gi')
  where order_id = any (order_ids)
    or inv_id in (select inv_id from public.orders where id = any (order_ids))
$$;

-- What belongs to an account: by its id; by its address, once that is proven, where no account is named; by the phones its
-- owner left, unless a phone also serves somebody else's account.
create function public.account_traces(account_id uuid, out address text, out lead_ids uuid[], out order_ids uuid[],
    out subscription_ids uuid[], out phones text[], out contact_ids uuid[], out provider_ids text[])
  language plpgsql stable security definer set search_path = '' as $$
begin
  select case when email_confirmed_at is not null then lower(email) end into address
  from auth.users where id = account_id;

  lead_ids := array(
    select id from public.quiz_leads
    where user_id = account_id or (user_id is null and lower(btrim(email)) = address));
  order_ids := array(
    select id from public.orders
    where user_id = account_id or (user_id is null and (lower(btrim(email)) = address or lead_id = any (lead_ids))));
  subscription_ids := array(
    select id from public.subscriptions where user_id = account_id or order_id = any (order_ids));
  phones := array(
    select public.phone_digits(phone) from (
      select unnest(array[users.phone, raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number']) as phone
      from auth.users where id = account_id
      union all select phone from public.quiz_leads where id = any (lead_ids)
      union all select phone from public.orders where id = any (order_ids)
      union all select phone from public.subscriptions where id = any (subscription_ids)) as left_behind
    where public.phone_digits(phone) is not null);

  contact_ids := array(
    select id from public.message_contacts
    where (phone = any (phones)
        or exists (
          select from public.messages mine
          where mine.contact_id = message_contacts.id
            and (mine.user_id = account_id or mine.subscription_id = any (subscription_ids))))
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id));
  provider_ids := array(
    select unnest(array[provider_message_id] || failed_provider_ids) from public.messages
    where user_id = account_id or subscription_id = any (subscription_ids) or contact_id = any (contact_ids)
    union
    select provider_message_id from public.inbound_messages where contact_id = any (contact_ids));
end
$$;

-- Deletes an account with everything about its owner, in one transaction; false when there is no such account (any more).
-- Orders and the provider's calls stay as records of payments, without anything that says whose they were.
create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
  known text[];
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

  delete from public.message_events
  where payload ->> 'waId' = any (known) or payload ->> 'whatsappUserId' = any (known)
    or exists (
      select from unnest(traces.provider_ids) as sent (id)
      where event_key = 'message:' || sent.id or starts_with(event_key, 'status:' || sent.id || ':'));
  -- A call may speak of several people; every fact in it has a row of its own by now, or is about to be repeated.
  delete from public.message_calls
  where exists (
    select from unnest(known || traces.provider_ids) as named (id)
    where position(convert_to('"' || named.id || '"', 'UTF8') in body) > 0);
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

-- Everything kept about an account's owner, for them to take along. Secrets are left out: what opens a session or proves a
-- factor. Whoever types a number need not be its owner, so what was written from a number is theirs only when it answers
-- messages of a program of theirs, and the number serves no other account.
create function public.export_account(account_id uuid) returns jsonb
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
      select jsonb_agg(to_jsonb(orders) - array['asked', 'asked_at', 'provider_standing', 'owner_notified_at'])
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

revoke execute on function public.phone_digits(text), public.opt_out_digest(text), public.recall_opt_out(),
  public.strip_payment_calls(uuid[]), public.account_traces(uuid), public.export_account(uuid)
  from public, anon, authenticated;
grant execute on function public.phone_digits(text), public.strip_payment_calls(uuid[]), public.account_traces(uuid),
  public.export_account(uuid) to service_role;
