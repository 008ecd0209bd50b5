-- As before, but that +7 501 is completed like +7 701: `readPhone` in @app/domain has read it so since.
create or replace function public.phone_digits(phone text) returns text language sql immutable set search_path = '' as $$
  select case when completed ~ '^7[346789][0-9]{9}$'
      or completed ~ '^(1[0-9]{10}|86[0-9]{11}|90[0-9]{10}|(375|380|992|994|995|996|998)[0-9]{9}|993[0-9]{8})$'
      -- Of all other countries only the limits of E.164 are known.
      or (completed ~ '^[2-9][0-9]{9,14}$' and completed !~ '^(7|86|90|375|380|99[234568])')
    then completed end
  from (
    select case
      -- No country's code begins with 87, so «+8 7…» is the local spelling too.
      when digits ~ '^87[0-9]{9}$' or (digits ~ '^8[0-9]{10}$' and not international) then '7' || substr(digits, 2)
      -- Nor does a number after +7 begin with 0, 1, 2 or 5.
      when digits ~ '^7[0125][0-9]{8}$' or (digits ~ '^7[0-9]{9}$' and not international) then '7' || digits
      else digits
    end as completed
    from (
      select regexp_replace(phone, '[^0-9]', '', 'g') as digits, phone ~ ('^[' || space || ']*\+') as international
      from (values ('\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')) as classes (space)
      where phone !~ ('[^0-9' || space || '+().\u2013\u2014\u2011-]') and phone !~ ('[^' || space || '].*\+')
    ) as written
  ) as read
$$;

-- As before, but that nobody takes a paid number from its buyer by typing it, into a result, an unpaid order or a checklist:
-- only who has paid with it, or has a program there, holds it as well.
create or replace function public.account_traces(account_id uuid, out address text, out lead_ids uuid[], out order_ids uuid[],
    out subscription_ids uuid[], out contact_ids uuid[], out typed_contact_ids uuid[])
  language plpgsql stable security definer set search_path = '' as $$
declare
  confirmed text;
  paid text[];
  held text[] := '{}';
  typed text[] := '{}';
  digits text;
begin
  select case when email_confirmed_at is not null then lower(email) end,
    case when phone_confirmed_at is not null then public.phone_digits(phone) end
  into address, confirmed
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
  paid := array(
    select public.phone_digits(phone) from public.orders where id = any (order_ids) and state in ('paid', 'refunded'));
  -- One number after the other, so that each is looked for by the last nine digits, which have an index.
  for digits in
    select public.phone_digits(phone) from public.quiz_leads where id = any (lead_ids)
    union select public.phone_digits(phone) from public.orders where id = any (order_ids)
    union select public.phone_digits(phone) from public.subscriptions where id = any (subscription_ids)
  loop
    continue when digits is null
      or exists (
        select from public.orders other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (order_ids)
          and (other.state in ('paid', 'refunded') or not digits = any (paid)))
      or exists (
        select from public.subscriptions other
        where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
          and public.phone_digits(other.phone) = digits and not other.id = any (subscription_ids));
    if digits = any (paid) then
      held := held || digits;
    elsif not exists (
      select from public.quiz_leads other
      where right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 9) = right(digits, 9)
        and public.phone_digits(other.phone) = digits and not other.id = any (lead_ids)) then
      typed := typed || digits;
    end if;
  end loop;

  contact_ids := array(
    select id from public.message_contacts
    where (phone = confirmed or phone = any (held) or (phone = any (typed) and exists (
        select from public.messages program
        where program.contact_id = message_contacts.id and program.subscription_id = any (subscription_ids)
          and program.sent_at is not null)))
      -- Whoever had a checklist sent to a number that is not theirs has typed it, no more.
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id
          and coalesce(other.asked_as, 'own') = 'own'));
  typed_contact_ids := array(
    select id from public.message_contacts
    where phone = any (held || typed) and not id = any (contact_ids)
      and last_inbound_at is null and opted_out_at is null and command_at is null
      and not exists (select from public.inbound_messages where contact_id = message_contacts.id)
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id));
end
$$;

-- How far a checklist got is told of one's own number alone: of another's it would tell whether its owner is silent, and when
-- they read.
drop policy "a user reads their own messages" on public.messages;
create policy "a user reads their own messages" on public.messages for select to authenticated
  using (user_id = (select auth.uid()) and (kind <> 'checklist' or asked_as = 'own'));

-- As before, but for such checklists: what was asked for and when.
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
        'created_at', created_at) || case when kind = 'checklist' and asked_as is distinct from 'own' then '{}' else jsonb_build_object(
        'subscription_id', subscription_id, 'day', day, 'recipient_name', recipient_name,
        'status', status, 'sent_at', sent_at, 'delivered_at', delivered_at, 'read_at', read_at, 'failed_at', failed_at) end)
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
