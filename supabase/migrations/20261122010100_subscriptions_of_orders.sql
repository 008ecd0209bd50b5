-- A subscription belongs to whoever its order belongs to, and goes to what they left there. It copied all of that, and every
-- change had to be made twice. Its own phone is kept only where it overrides the order's.
drop policy "a user reads their own subscriptions" on public.subscriptions;
create policy "a user reads their own subscriptions" on public.subscriptions
  for select to authenticated using (
    exists (select from public.orders where orders.id = order_id and orders.user_id = (select auth.uid())));

update public.subscriptions set phone = null
from public.orders where orders.id = order_id and orders.phone is not distinct from subscriptions.phone;

alter table public.subscriptions
  drop column user_id, drop column lead_id, drop column email, drop column name, drop column category, drop column subcategory;
comment on column public.subscriptions.phone is 'Where its messages go in place of the order''s phone; null while they are the same.';

-- As before, but for whose a subscription is.
create or replace function public.account_traces(account_id uuid, out address text, out lead_ids uuid[], out order_ids uuid[],
    out subscription_ids uuid[], out phones text[], out contact_ids uuid[], out provider_ids text[])
  language plpgsql stable security definer set search_path = '' as $$
declare
  proven text;
begin
  select case when email_confirmed_at is not null then lower(email) end,
    case when phone_confirmed_at is not null then public.phone_digits(phone) end
  into address, proven
  from auth.users where id = account_id;

  lead_ids := array(
    select id from public.quiz_leads
    where user_id = account_id or (user_id is null and lower(btrim(email)) = address));
  order_ids := array(
    select id from public.orders
    where user_id = account_id or (user_id is null and (lower(btrim(email)) = address or lead_id = any (lead_ids))));
  subscription_ids := array(
    select id from public.subscriptions where order_id = any (order_ids));
  phones := array(
    select digits from (
      select public.phone_digits(phone) as digits from public.quiz_leads where id = any (lead_ids)
      union select public.phone_digits(phone) from public.orders where id = any (order_ids)
      union select public.phone_digits(phone) from public.subscriptions where id = any (subscription_ids)) as typed
    where digits is not null
      and not exists (
        select from public.quiz_leads other
        where public.phone_digits(other.phone) = digits and not other.id = any (lead_ids))
      and not exists (
        select from public.orders other
        where public.phone_digits(other.phone) = digits and not other.id = any (order_ids))
      and not exists (
        select from public.subscriptions other
        where public.phone_digits(other.phone) = digits and not other.id = any (subscription_ids))
    union select proven where proven is not null);

  contact_ids := array(
    select id from public.message_contacts
    where phone = any (phones)
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
