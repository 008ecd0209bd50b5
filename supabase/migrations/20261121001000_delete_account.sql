-- The files an account owns, for whoever removes them: bytes lie outside of the database and go before the account.
create function public.list_account_files(account_id uuid)
  returns table (bucket_id text, name text)
  language sql stable security definer set search_path = '' as $$
  select objects.bucket_id, objects.name from storage.objects
  where objects.owner_id = account_id::text or objects.owner = account_id
  order by objects.bucket_id, objects.name
  limit 1000
$$;

-- Deletes an account with everything about its owner, in one transaction; false when there is no such account (any more).
-- Orders and the provider's calls stay as records of payments, the orders without anything that says whose they were.
create function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  -- Counts as theirs only once they have proven it.
  address text;
  lead_ids uuid[];
  order_ids uuid[];
  subscription_ids uuid[];
  contact_ids uuid[];
  provider_ids text[];
begin
  -- The lock makes rows that refer to the account wait, and then fail, so that none slips in.
  select case when email_confirmed_at is not null then lower(email) end into address
  from auth.users where id = account_id for update;
  if not found then
    return false;
  end if;
  if exists (select from public.list_account_files(account_id)) then
    raise exception 'The account still owns files' using errcode = 'PT409', hint = 'Remove its files first.';
  end if;

  lead_ids := array(
    select id from public.quiz_leads
    where user_id = account_id or (user_id is null and lower(btrim(email)) = address));
  order_ids := array(
    select id from public.orders
    where user_id = account_id or (user_id is null and (lower(btrim(email)) = address or lead_id = any (lead_ids))));
  subscription_ids := array(
    select id from public.subscriptions where user_id = account_id or order_id = any (order_ids));

  -- A phone may be shared: a contact is theirs unless it also serves somebody else's account.
  contact_ids := array(
    select distinct contact_id from public.messages mine
    where (mine.user_id = account_id or mine.subscription_id = any (subscription_ids))
      and not exists (
        select from public.messages other
        where other.contact_id = mine.contact_id and other.user_id is not null and other.user_id <> account_id));
  provider_ids := array(
    select unnest(array[provider_message_id] || failed_provider_ids) from public.messages
    where user_id = account_id or subscription_id = any (subscription_ids) or contact_id = any (contact_ids)
    union
    select provider_message_id from public.inbound_messages where contact_id = any (contact_ids));
  delete from public.message_events
  where exists (
    select from unnest(provider_ids) as sent (id)
    where event_key = 'message:' || sent.id or starts_with(event_key, 'status:' || sent.id || ':'));
  delete from public.analytics_events
  where distinct_id = any (array[account_id::text] || order_ids::text[] || contact_ids::text[]);
  delete from public.messages
  where user_id = account_id or subscription_id = any (subscription_ids) or contact_id = any (contact_ids);
  delete from public.inbound_messages where contact_id = any (contact_ids);
  -- Someone who asked for silence goes on being left alone, for which their phone has to be known.
  delete from public.message_contacts where id = any (contact_ids) and opted_out_at is null;
  delete from public.subscriptions where id = any (subscription_ids);

  delete from public.order_intents where order_id = any (order_ids);
  update public.orders
  set user_id = null, lead_id = null, email = null, name = null, phone = null, category = null, subcategory = null,
    updated_at = now()
  where id = any (order_ids);

  delete from public.consents where user_id = account_id or lead_id = any (lead_ids);
  delete from public.quiz_leads where id = any (lead_ids);
  delete from auth.refresh_tokens where user_id = account_id::text;
  delete from auth.users where id = account_id;
  return true;
end
$$;

revoke execute on function public.list_account_files(uuid), public.delete_account(uuid) from public, anon, authenticated;
grant execute on function public.list_account_files(uuid), public.delete_account(uuid) to service_role;
