-- What an account left on a number is deleted with the account, and what limits count must outlive it: whoever makes accounts
-- and deletes them would begin anew each time. Of each checklist stays when it was asked for, and from where and for which
-- number, as keyed digests; for two days, which is longer than any limit looks back.
create table public.erased_checklists (
  id bigint generated always as identity primary key,
  number_digest text check (number_digest ~ '^[0-9a-f]{64}$'),
  asked_as text check (asked_as in ('own', 'lead', 'stranger')),
  asked_from text,
  status text not null,
  failure text,
  created_at timestamptz not null
);
create index erased_checklists_created_at_idx on public.erased_checklists (created_at);
alter table public.erased_checklists enable row level security;
revoke all on public.erased_checklists from anon, authenticated, service_role;

-- As before, but for what hangs on a number. A number that was typed proves nothing, be it the only one to have typed it: its
-- owner may have written to us from it. So an account has the contacts of phones that auth has confirmed, that a paid order
-- holds, or that a program of theirs has written to. Of the others it has those that nobody ever wrote from, which say no more
-- than what it typed; they are deleted with it and not exported, since somebody else may have asked for a checklist there.
drop function public.account_traces(uuid);
create function public.account_traces(account_id uuid, out address text, out lead_ids uuid[], out order_ids uuid[],
    out subscription_ids uuid[], out contact_ids uuid[], out typed_contact_ids uuid[])
  language plpgsql stable security definer set search_path = '' as $$
declare
  confirmed text;
  typed text[] := '{}';
  paid text[];
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
  -- One number after the other, so that each is looked for by the last nine digits, which have an index.
  for digits in
    select public.phone_digits(phone) from public.quiz_leads where id = any (lead_ids)
    union select public.phone_digits(phone) from public.orders where id = any (order_ids)
    union select public.phone_digits(phone) from public.subscriptions where id = any (subscription_ids)
  loop
    continue when digits is null
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
    typed := typed || digits;
  end loop;
  paid := array(
    select public.phone_digits(phone) from public.orders where id = any (order_ids) and state in ('paid', 'refunded'));

  contact_ids := array(
    select id from public.message_contacts
    where phone = any (array_append(typed, confirmed))
      and (phone = confirmed or phone = any (paid) or exists (
        select from public.messages program
        where program.contact_id = message_contacts.id and program.subscription_id = any (subscription_ids)
          and program.sent_at is not null))
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id));
  typed_contact_ids := array(
    select id from public.message_contacts
    where phone = any (typed) and not id = any (contact_ids)
      and last_inbound_at is null and opted_out_at is null and command_at is null
      and not exists (select from public.inbound_messages where contact_id = message_contacts.id)
      and not exists (
        select from public.messages other
        where other.contact_id = message_contacts.id and other.user_id is not null and other.user_id <> account_id));
end
$$;

-- Deletes messages; their checklists go on counting.
create function public.erase_messages(message_ids uuid[]) returns void
  language sql security definer set search_path = '' as $$
  with erased as (
    delete from public.messages where id = any (message_ids)
    returning kind, contact_id, asked_as, asked_from, status, failure, created_at
  )
  insert into public.erased_checklists (number_digest, asked_as, asked_from, status, failure, created_at)
  select case when phone is not null then public.opt_out_digest(phone) end, asked_as, asked_from, status, failure,
    erased.created_at
  from erased join public.message_contacts on message_contacts.id = contact_id
  -- Where it was asked from is known as long as a limit may count it.
  where kind = 'checklist' and asked_from is not null
$$;

-- As before, with the numbers that were only typed.
create or replace function public.delete_account_messages(account_id uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
  chosen uuid[];
begin
  select * into traces from public.account_traces(account_id);
  chosen := array(
    select id from public.messages
    where send_state = 'done'
      and (user_id = account_id or subscription_id = any (traces.subscription_ids)
        or contact_id = any (traces.contact_ids || traces.typed_contact_ids))
    order by created_at desc
    offset 5000 limit 5000);
  perform public.erase_from_calls(public.provider_names(chosen));
  perform public.erase_messages(chosen);
  return cardinality(chosen);
end
$$;

-- As before, but that its checklists go on counting, and that an order that waits to be paid ends: nobody is left to pay it for.
-- Money that comes all the same settles it, as it does any order that has expired, and the owner hears of it.
create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
  contacts uuid[];
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
  contacts := traces.contact_ids || traces.typed_contact_ids;
  message_ids := array(
    select id from public.messages
    where user_id = account_id or subscription_id = any (traces.subscription_ids) or contact_id = any (contacts));

  perform public.erase_from_calls(public.provider_names(message_ids) || array(
    select name from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as known (name)
    where id = any (contacts) and name is not null
    union
    select provider_message_id from public.inbound_messages where contact_id = any (traces.contact_ids)));
  delete from public.analytics_events
  where distinct_id = any (array[account_id::text] || traces.order_ids::text[] || contacts::text[]);
  perform public.erase_messages(message_ids);
  -- Also what came to be since they were listed: their contacts go.
  perform public.erase_messages(array(select id from public.messages where contact_id = any (contacts)));
  delete from public.inbound_messages where contact_id = any (traces.contact_ids);
  -- Someone who asked for silence goes on being left alone.
  insert into public.message_opt_outs (id_digest, opted_out_at, command_at)
  select public.opt_out_digest(whatsapp_id), opted_out_at, command_at
  from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as ids (whatsapp_id)
  where id = any (traces.contact_ids) and opted_out_at is not null and whatsapp_id is not null
  on conflict (id_digest) do nothing;
  delete from public.message_contacts where id = any (contacts);
  delete from public.subscriptions where id = any (traces.subscription_ids);

  delete from public.order_intents where order_id = any (traces.order_ids);
  perform public.strip_payment_calls(traces.order_ids);
  -- What strangers sent in the provider's name is worth nothing.
  delete from public.payment_events
  where not authentic and traces.address is not null
    and (position(traces.address in lower(body)) > 0 or position(replace(traces.address, '@', '%40') in lower(body)) > 0);
  update public.deposit_uses set released_at = now()
  where released_at is null
    and order_id in (select id from public.orders where id = any (traces.order_ids) and state = 'created');
  update public.orders
  set state = case when state = 'created' then 'expired' else state end,
    user_id = null, lead_id = null, email = null, name = null, phone = null, category = null, subcategory = null,
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

revoke execute on function public.account_traces(uuid), public.erase_messages(uuid[]) from public, anon, authenticated;
grant execute on function public.account_traces(uuid) to service_role;
