-- What is looked up stays as quick however much there is: an index for every look that grew with its table.

-- A program's messages, in the cabinet and when it ends; until now only its daily ones were found.
create index messages_subscription_idx on public.messages (subscription_id, created_at desc) where subscription_id is not null;
-- Rows that follow another row out.
create index deposit_uses_program_order_id_idx on public.deposit_uses (program_order_id);
create index order_acts_actor_idx on public.order_acts (actor) where actor is not null;

-- What is found by an address. Of every row: what a partial index knows of an expression's values the planner does not ask,
-- and takes one address for a two-hundredth of all.
drop index public.orders_email_idx;
create index orders_email_idx on public.orders (lower(email));
create index orders_trimmed_email_idx on public.orders (lower(btrim(email)));
create index quiz_leads_email_idx on public.quiz_leads (lower(btrim(email)));
-- Who else left a number. Whatever public.phone_digits makes of what was typed, the last nine digits stay as they were, so
-- these need not be built anew when its rule changes.
create index quiz_leads_phone_tail_idx on public.quiz_leads (right(regexp_replace(phone, '[^0-9]', '', 'g'), 9));
create index orders_phone_tail_idx on public.orders (right(regexp_replace(phone, '[^0-9]', '', 'g'), 9));
create index subscriptions_phone_tail_idx on public.subscriptions (right(regexp_replace(phone, '[^0-9]', '', 'g'), 9));
create index analytics_events_distinct_id_idx on public.analytics_events (distinct_id);

-- What is old and belongs to nobody's account, for whoever forgets it every night.
create index quiz_leads_of_nobody_idx on public.quiz_leads (created_at) where user_id is null;
create index consents_of_nobody_idx on public.consents (accepted_at) where user_id is null and lead_id is null;
create index orders_of_nobody_idx on public.orders (greatest(created_at, paid_at))
  where user_id is null and coalesce(email, name, phone, category, subcategory, lead_id::text) is not null;
create index messages_of_nobody_idx on public.messages (created_at) where user_id is null and subscription_id is null;
create index message_contacts_last_idx on public.message_contacts (greatest(created_at, last_inbound_at))
  where opted_out_at is null;
create index inbound_messages_received_idx on public.inbound_messages (received_at);

-- Events are taken in this order; after an outage thousands of them wait.
drop index public.message_events_unhandled_idx;
create index message_events_unhandled_idx on public.message_events (tries, id) where handled_at is null;
