-- Finished attempts with the field filled that people never see, as they were sent: kept apart for
-- the owner to accept. No account is made of one, and nothing counts it.
create table public.trapped_leads (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null unique,
  attempt jsonb not null,
  user_id uuid references auth.users (id) on delete cascade,
  result_token text not null,
  created_at timestamptz not null default now()
);
create index trapped_leads_created_at_idx on public.trapped_leads (created_at);
create index trapped_leads_user_idx on public.trapped_leads (user_id) where user_id is not null;

alter table public.trapped_leads enable row level security;
revoke all on public.trapped_leads from anon, authenticated;

-- As before, and what is kept apart: it goes with whoever has its address.
create or replace function public.erase_records(account_id uuid, address text, lead_ids uuid[], order_ids uuid[], subscription_ids uuid[],
    contact_ids uuid[], typed_contact_ids uuid[]) returns void
  language plpgsql security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  contacts uuid[] := contact_ids || typed_contact_ids;
  message_ids uuid[];
begin
  -- Of a person without an account every address the desk shows as theirs.
  delete from public.trapped_leads
  where user_id is null and lower(btrim(attempt #>> '{contact,email}')) = any (array[address] || array(
    select lower(btrim(email)) from public.quiz_leads where id = any (lead_ids) and account_id is null
    union
    select lower(btrim(email)) from public.orders where id = any (order_ids) and account_id is null));
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
  -- Messages that were made since the list was read go, too, since their contacts go.
  perform public.erase_messages(array(select id from public.messages where contact_id = any (contacts)));
  delete from public.inbound_messages where contact_id = any (contact_ids);
  -- A request for silence outlives the contact.
  insert into public.message_opt_outs (id_digest, opted_out_at, command_at)
  select public.opt_out_digest(whatsapp_id), opted_out_at, command_at
  from public.message_contacts, unnest(array[phone, wa_id, whatsapp_user_id]) as ids (whatsapp_id)
  where id = any (contact_ids) and opted_out_at is not null and whatsapp_id is not null
  on conflict (id_digest) do nothing;
  delete from public.message_contacts where id = any (contacts);
  delete from public.subscriptions where id = any (subscription_ids);

  delete from public.order_intents where order_id = any (order_ids);
  perform public.strip_payment_calls(order_ids);
  -- Calls that strangers sent in the provider's name are worth nothing.
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
