-- What was paid for proves no number: anybody can pay with anybody's. Only a phone that auth has confirmed is whose account's it
-- is; everything else is only where the desk shows a conversation, marked as not confirmed.

-- Whether its account was signed in when an order was placed. One that came to an account by its e-mail alone was placed by anybody,
-- with a number of theirs. Of orders from before it is known where the account itself had left the same number.
alter table public.orders add column placed_signed_in boolean not null default false;
update public.orders set placed_signed_in = true
where user_id is not null and exists (
  select from public.quiz_leads
  where quiz_leads.user_id = orders.user_id and ownership = 'own'
    and public.phone_digits(quiz_leads.phone) = public.phone_digits(orders.phone));

-- As before, but that an account has the contacts of phones that auth has confirmed, and no others that were written from: what
-- somebody wrote is neither read nor deleted by whoever paid with their number, or had a program sent there. Those that nobody ever
-- wrote from still go with it. What was given back holds no number against anybody.
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
    select public.phone_digits(phone) from public.orders where id = any (order_ids) and state = 'paid');
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
          and (other.state = 'paid' or not digits = any (paid)))
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
    where phone = confirmed
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

-- Since when an account is whom a number speaks for: since it was confirmed. What we sent there proves nothing about who reads it.
drop function public.number_speaks_since(uuid, uuid, uuid[]);
create function public.number_speaks_since(account_id uuid, known_contact_id uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select phone_confirmed_at from auth.users join public.message_contacts on users.phone = message_contacts.phone
  where users.id = account_id and message_contacts.id = known_contact_id
$$;
revoke execute on function public.number_speaks_since(uuid, uuid) from public, anon, authenticated;

-- As before, with that.
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
    select coalesce(public.number_speaks_since(account_id, contact_id), 'infinity') as since, contact_id
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
            and created_at >= public.number_speaks_since(account_id, contact_id))),
      'message_contacts', (
        select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
        from public.message_contacts where id = any (traces.contact_ids)),
      'inbound_messages', (
        select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
        from public.inbound_messages
        where contact_id = any (traces.contact_ids) and written_at >= public.number_speaks_since(account_id, contact_id)),
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

-- Puts a number where it belongs: to the account that has confirmed it; where none has, to the one person who paid with it or has a
-- program that writes to it, else to the one who typed it, both as not confirmed; else it is a row of its own as soon as it wrote to
-- us. What was said with that row, anybody could take by typing its number. Nor does an order take a conversation that has begun:
-- it counts when nothing had been written from there, or where the conversation is already. One that an account has by its e-mail
-- alone says nothing about whose the number is.
create or replace function public.place_desk_contact(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  contact record;
  confirmed uuid[] := '{}';
  paid uuid[];
  typed uuid[];
  was uuid;
  is_now uuid;
begin
  select phone, last_inbound_at into contact from public.message_contacts where id = placed_id;
  if not found then
    return null;
  end if;
  select person_id into was from public.desk_person_contacts where contact_id = placed_id;
  if contact.phone is not null then
    confirmed := array(
      select desk_people.id from public.desk_people join auth.users on users.id = desk_people.user_id
      where users.phone = contact.phone and users.phone_confirmed_at is not null);
    with placed as (
      select person_id, state = 'paid' as is_paid, orders.created_at
      from public.desk_person_orders join public.orders on orders.id = order_id join public.desk_people on desk_people.id = person_id
      where right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
        and public.phone_digits(orders.phone) = contact.phone and (desk_people.user_id is null or placed_signed_in)
      union all
      select person_id, true, orders.created_at
      from public.messages
      join public.subscriptions on subscriptions.id = messages.subscription_id
      join public.orders on orders.id = subscriptions.order_id
      join public.desk_person_orders on desk_person_orders.order_id = orders.id
      join public.desk_people on desk_people.id = person_id
      where messages.contact_id = placed_id and messages.sent_at is not null and orders.state = 'paid'
        and (desk_people.user_id is null or placed_signed_in)
    ), counted as (
      select person_id, is_paid from placed
      where person_id = was or contact.last_inbound_at is null or (was is null and contact.last_inbound_at >= created_at
        and not exists (
          select from public.inbound_messages where contact_id = placed_id and written_at < placed.created_at))
    )
    select coalesce(array_agg(distinct person_id) filter (where is_paid), '{}'), array_agg(distinct person_id) into paid, typed
    from counted;
    if paid = '{}' then
      typed := array(
        select person_id from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
        where right(regexp_replace(quiz_leads.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
          and public.phone_digits(quiz_leads.phone) = contact.phone
        union
        select unnest(typed));
    end if;
  end if;
  is_now := case
    when cardinality(confirmed) = 1 then confirmed[1]
    when exists (select from public.desk_people where id = was and starts_with(contact_key, '|')) then was
    when cardinality(paid) = 1 then paid[1]
    when paid = '{}' and cardinality(typed) = 1 then typed[1] end;
  if is_now is null and contact.last_inbound_at is not null then
    is_now := public.desk_person_of(null, null, contact.phone);
    if is_now is null then
      insert into public.desk_people (contact_key) values ('|' || placed_id) on conflict (contact_key) do nothing;
      select id into is_now from public.desk_people where contact_key = '|' || placed_id::text;
    end if;
  end if;

  if is_now is null then
    return was;
  end if;
  insert into public.desk_person_contacts (contact_id, person_id, is_proven)
  values (placed_id, is_now, cardinality(confirmed) = 1)
  on conflict (contact_id) do update set person_id = excluded.person_id, is_proven = excluded.is_proven
  where (desk_person_contacts.person_id, desk_person_contacts.is_proven) is distinct from (excluded.person_id, excluded.is_proven);
  if was is not null and was <> is_now then
    -- A number that was a row of its own and turned out to be somebody's.
    if exists (select from public.desk_people where id = was and starts_with(contact_key, '|'))
      and not exists (select from public.desk_person_leads where person_id = was)
      and not exists (select from public.desk_person_orders where person_id = was)
      and not exists (select from public.desk_person_contacts where person_id = was) then
      perform public.move_desk_marks(was, is_now);
      delete from public.desk_people where id = was;
    end if;
    insert into public.desk_changes (kind, ref) values ('person', was);
  end if;
  return is_now;
end
$$;

-- That nothing is left to answer is said of a number, and holds wherever its conversation is shown.
alter table public.message_contacts add column answered_at timestamptz;
-- Nobody's conversation is placed anew for it.
alter table public.message_contacts disable trigger message_contacts_desk;
update public.message_contacts set answered_at = desk_people.answered_at
from public.desk_person_contacts join public.desk_people on desk_people.id = person_id
where contact_id = message_contacts.id and desk_people.answered_at is not null;
alter table public.message_contacts enable trigger message_contacts_desk;

-- What a payment had moved stays where the owner knows it, as not confirmed.
update public.desk_person_contacts set is_proven = false
where is_proven and not exists (
  select from public.message_contacts
  join auth.users on users.phone = message_contacts.phone and phone_confirmed_at is not null
  where message_contacts.id = contact_id);
