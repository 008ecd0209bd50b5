-- Three migrations were changed after a release had run them: desk_people, desk_erasure and sources_of_visits. They are again what
-- that release ran, and this one brings every installation to the same desk, whichever of the two texts it has run.

-- Whom the older text has placed is read anew, by what is said below.
do $$
begin
  if to_regprocedure('public.place_desk_account(uuid)') is null then
    insert into public.desk_changes (kind, ref)
    select 'user', id from auth.users where email_confirmed_at is not null or phone_confirmed_at is not null
    union all select 'lead', id from public.quiz_leads
    union all select 'order', id from public.orders
    union all select 'contact', id from public.message_contacts
    union all select 'person', id from public.desk_people;
  end if;
end
$$;

-- What has changed of one and the same is read once, however often it has: a message alone changes its contact four times.
create index if not exists desk_changes_ref_idx on public.desk_changes (ref);

-- Roles as well: they say whether an account that left nothing is a person.
create or replace trigger users_desk after insert or update of email, email_confirmed_at, phone, phone_confirmed_at,
  raw_user_meta_data, raw_app_meta_data on auth.users
  for each row when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  execute function public.note_desk_change('user', 'id');

-- Something of `was` turned out to be another's. Who was typed and is left with nothing was that other all along.
create or replace function public.leave_desk_person(was uuid, is_now uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.desk_people where id = was and user_id is null)
    and not exists (select from public.desk_person_leads where person_id = was)
    and not exists (select from public.desk_person_orders where person_id = was) then
    perform public.move_desk_marks(was, is_now);
    delete from public.desk_people where id = was;
  end if;
  insert into public.desk_changes (kind, ref) values ('person', was);
end
$$;

-- An account that somebody has entered is a person. Of whoever works here only what they left makes one: their own trial of the
-- quiz, a note about them. Lists mark them as staff by the role that the account has at that moment, so none is kept here.
create or replace function public.place_desk_account(account_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  account_role text;
begin
  select public.audit_role_of(raw_app_meta_data) into account_role from auth.users
  where id = account_id and (email_confirmed_at is not null or phone_confirmed_at is not null);
  if not found then
    return null;
  end if;
  if account_role = 'user' then
    return public.desk_person_of(account_id, null, null);
  end if;
  delete from public.desk_people
  where user_id = account_id and tags = '{}' and marked_status is null and next_contact_on is null
    and not exists (select from public.desk_person_leads where person_id = desk_people.id)
    and not exists (select from public.desk_person_orders where person_id = desk_people.id)
    and not exists (select from public.desk_person_contacts where person_id = desk_people.id)
    and not exists (select from public.desk_notes where person_id = desk_people.id);
  return (select id from public.desk_people where user_id = account_id);
end
$$;

-- Puts a lead where it belongs. Only leads of their own are an account's: one that was linked by its e-mail may be anybody's.
create or replace function public.place_desk_lead(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  lead record;
  was uuid;
  is_now uuid;
begin
  select user_id, ownership, email, phone into lead from public.quiz_leads where id = placed_id;
  if not found then
    return null;
  end if;
  is_now := public.desk_person_of(case when lead.ownership = 'own' then lead.user_id end, lead.email, lead.phone);
  select person_id into was from public.desk_person_leads where lead_id = placed_id;
  if is_now is null or is_now is not distinct from was then
    return is_now;
  end if;
  if was is null then
    insert into public.desk_person_leads (lead_id, person_id) values (placed_id, is_now) on conflict do nothing;
    return is_now;
  end if;
  update public.desk_person_leads set person_id = is_now where lead_id = placed_id;
  perform public.leave_desk_person(was, is_now);
  return is_now;
end
$$;

-- Puts an order where it belongs: to its account; to whoever left the result it was bought from, if under the same e-mail; else to
-- the contact that was typed.
create or replace function public.place_desk_order(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  bought record;
  was uuid;
  is_now uuid;
begin
  select orders.user_id, orders.lead_id, orders.email, orders.name, orders.phone, quiz_leads.email as lead_email into bought
  from public.orders left join public.quiz_leads on quiz_leads.id = lead_id where orders.id = placed_id;
  if not found or (bought.user_id is null and coalesce(bought.email, bought.name, bought.phone) is null) then
    return null;
  end if;
  if bought.user_id is null and lower(btrim(bought.lead_email)) = lower(btrim(bought.email)) then
    is_now := public.place_desk_lead(bought.lead_id);
  end if;
  is_now := coalesce(is_now, public.desk_person_of(bought.user_id, bought.email, bought.phone));
  select person_id into was from public.desk_person_orders where order_id = placed_id;
  if is_now is null or is_now is not distinct from was then
    return is_now;
  end if;
  if was is null then
    insert into public.desk_person_orders (order_id, person_id) values (placed_id, is_now) on conflict do nothing;
    return is_now;
  end if;
  update public.desk_person_orders set person_id = is_now where order_id = placed_id;
  perform public.leave_desk_person(was, is_now);
  return is_now;
end
$$;

-- Puts a number where it belongs: to the one person who has proven it; where nobody has, to the one who typed it before it wrote
-- to us; else it is a row of its own as soon as it has. What was said with that row, anybody could take by typing its number.
create or replace function public.place_desk_contact(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  contact record;
  proven uuid[];
  typed uuid[];
  was uuid;
  is_now uuid;
begin
  select phone, last_inbound_at into contact from public.message_contacts where id = placed_id;
  if not found then
    return null;
  end if;
  if contact.phone is not null then
    proven := array(
      select person_id from public.desk_person_orders join public.orders on orders.id = order_id
      where right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
        and public.phone_digits(orders.phone) = contact.phone and orders.state in ('paid', 'refunded')
      union
      select person_id from public.desk_person_orders
      join public.subscriptions on subscriptions.order_id = desk_person_orders.order_id
      join public.messages on messages.subscription_id = subscriptions.id
      where messages.contact_id = placed_id and messages.sent_at is not null
      union
      select desk_people.id from public.desk_people join auth.users on users.id = desk_people.user_id
      where users.phone = contact.phone and users.phone_confirmed_at is not null);
    if proven = '{}' then
      typed := array(
        select person_id from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
        where right(regexp_replace(quiz_leads.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
          and public.phone_digits(quiz_leads.phone) = contact.phone
        union
        select person_id from public.desk_person_orders join public.orders on orders.id = order_id
        where right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9) = right(contact.phone, 9)
          and public.phone_digits(orders.phone) = contact.phone);
    end if;
  end if;
  select person_id into was from public.desk_person_contacts where contact_id = placed_id;
  is_now := case
    when cardinality(proven) = 1 then proven[1]
    when exists (select from public.desk_people where id = was and starts_with(contact_key, '|')) then was
    when cardinality(typed) = 1 then typed[1] end;
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
  values (placed_id, is_now, coalesce(cardinality(proven) = 1, false))
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

-- What a person is looked for by: each word of the name, the address, and the number from its beginning, without the country's
-- code and by its last digits. Of a word that is none, so much is enough: an index takes no word beyond 2 046 bytes.
create or replace function public.desk_words(name text, email text, phone text) returns tsvector language sql immutable as $$
  select pg_catalog.array_to_tsvector(array(
    select distinct pg_catalog.left(word, 100)
    from pg_catalog.unnest(
      pg_catalog.regexp_split_to_array(pg_catalog.replace(pg_catalog.lower(coalesce(name, '')), 'ё', 'е'), '[\s,.;:()«»"-]+')
      || array[pg_catalog.lower(email), phone, pg_catalog.substr(phone, 2), pg_catalog.right(phone, 7),
        pg_catalog.right(phone, 4)]) as word
    where word <> ''))
$$;

-- Reads a person anew from all that is theirs.
create or replace function public.refresh_desk_person(refreshed_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  person record;
  account record;
  leads record;
  newest record;
  bought record;
  program record;
  talk record;
  given record;
  answered timestamptz;
  waits timestamptz;
  their_name text;
  their_email text;
  their_phone text;
begin
  select * into person from public.desk_people where id = refreshed_id for update;
  if not found then
    return;
  end if;
  select email, raw_user_meta_data ->> 'name' as name, created_at,
    case when phone_confirmed_at is not null then phone end as phone,
    coalesce(raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number') as said_phone
  into account from auth.users where id = person.user_id;

  select quiz_leads.name, quiz_leads.email, quiz_leads.phone, quiz_leads.created_at, quiz_leads.category into newest
  from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
  where person_id = refreshed_id order by quiz_leads.created_at desc limit 1;

  select count(*) as count,
    (array_agg(orders.name order by orders.created_at desc) filter (where orders.name is not null))[1] as name,
    (array_agg(orders.email order by orders.created_at desc) filter (where orders.email is not null))[1] as email,
    (array_agg(orders.phone order by orders.created_at desc) filter (where orders.phone is not null))[1] as phone,
    coalesce(array_agg(distinct product) filter (where state = 'paid'), '{}') as products,
    coalesce(sum(charge_tiyn) filter (where state = 'paid'), 0) as paid_tiyn,
    coalesce(sum(due_tiyn) filter (where state = 'paid'), 0) as due_tiyn,
    max(paid_at) as paid_at, max(orders.created_at) as created_at,
    coalesce(bool_or(state = 'paid' and product = 'consultation'
      and not exists (select from public.consultations where consultations.order_id = orders.id)), false) as to_arrange
  into bought
  from public.desk_person_orders join public.orders on orders.id = order_id where person_id = refreshed_id;

  select current_day, subscriptions.state, paused_at,
    coalesce(
      (select max(sent_at) from public.messages where subscription_id = subscriptions.id and kind = 'daily'),
      begun_at, subscriptions.created_at) as moved_at
  into program
  from public.desk_person_orders join public.subscriptions on subscriptions.order_id = desk_person_orders.order_id
  where person_id = refreshed_id order by (subscriptions.state = 'active') desc, subscriptions.created_at desc limit 1;

  select count(*) as count, max(last_inbound_at) as last_in_at, coalesce(bool_or(opted_out_at is not null), false) as opted_out,
    (array_agg(phone order by is_proven desc, last_inbound_at desc nulls last))[1] as phone,
    max((select max(sent_at) from public.messages where messages.contact_id = message_contacts.id)) as last_out_at,
    max((select max(created_at) from public.messages
      where messages.contact_id = message_contacts.id and kind in ('answer', 'reply') and status <> 'failed')) as answered_at
  into talk
  from public.desk_person_contacts join public.message_contacts on message_contacts.id = contact_id
  where person_id = refreshed_id;

  if person.user_id is null and newest.created_at is null and bought.count = 0
    and (talk.count = 0 or not starts_with(person.contact_key, '|')) then
    delete from public.desk_people where id = refreshed_id;
    return;
  end if;

  select coalesce(array_agg(kind) filter (where act = 'given'), '{}') as given,
    coalesce(array_agg(kind) filter (where act = 'withdrawn'), '{}') as withdrawn
  into given
  from (
    select distinct on (kind) kind, act from (
      select kind, act, accepted_at, consents.id from public.desk_person_leads
      join public.consents on consents.lead_id = desk_person_leads.lead_id where person_id = refreshed_id
      union
      select kind, act, accepted_at, consents.id from public.consents
      where user_id = person.user_id
        and not exists (select from public.quiz_leads where quiz_leads.id = consents.lead_id and ownership = 'linked')) as acts
    order by kind, accepted_at desc, id) as latest;

  answered := greatest(talk.answered_at, person.answered_at);
  select min(written_at) into waits
  from public.desk_person_contacts join public.inbound_messages on inbound_messages.contact_id = desk_person_contacts.contact_id
  where person_id = refreshed_id and type <> 'reaction' and (answered is null or written_at > answered);

  -- An account may say anything of itself.
  their_name := left(coalesce(nullif(btrim(account.name), ''), newest.name, bought.name), 200);
  their_email := lower(btrim(coalesce(account.email, newest.email, bought.email)));
  -- Anybody may buy under somebody's e-mail, with a phone of their own.
  their_phone := coalesce(
    public.phone_digits(account.phone), public.phone_digits(newest.phone), public.phone_digits(bought.phone),
    public.phone_digits(account.said_phone), talk.phone);
  update public.desk_people set
    name = their_name,
    email = their_email,
    phone = their_phone,
    words = public.desk_words(their_name, their_email, their_phone),
    finished_at = newest.created_at,
    subcategory = case when right(newest.category, 2) in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2') then right(newest.category, 2) end,
    -- Where they first came from, also once that visit is forgotten.
    source = coalesce(person.source, (
      select told.source
      from (
        select attempt_id from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
        where person_id = refreshed_id order by quiz_leads.created_at limit 20) as first_leads
      cross join lateral (select public.desk_source(attempt_id) as source) as told
      where told.source is not null limit 1)),
    consents = given.given,
    withdrawn = given.withdrawn,
    opted_out = talk.opted_out,
    bought = bought.products,
    paid_tiyn = bought.paid_tiyn,
    due_tiyn = bought.due_tiyn,
    last_paid_at = bought.paid_at,
    program_day = program.current_day,
    program_state = case when program.state = 'active' and program.paused_at is not null then 'paused' else program.state end,
    program_moved_at = case when program.state = 'active' and program.paused_at is null then program.moved_at end,
    to_arrange = bought.to_arrange,
    last_in_at = talk.last_in_at,
    last_out_at = talk.last_out_at,
    waits_since = waits,
    talk_order = case
      when waits is not null then extract(epoch from waits) - 1e10
      else 1e10 - extract(epoch from greatest(talk.last_in_at, talk.last_out_at)) end,
    active_at = coalesce(
      greatest(newest.created_at, bought.created_at, bought.paid_at, talk.last_in_at), account.created_at, person.active_at),
    status = coalesce(person.marked_status, case
      when bought.products <> '{}' then 'client'
      when answered is not null then 'talking'
      else 'new' end)
  where id = refreshed_id;
end
$$;

-- Reads so many changes, oldest first, with all that waits of the same, and answers how many there were. Few at a time: whatever else
-- changes a person waits for it.
create or replace function public.take_desk_changes(most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  oldest uuid[] := array(select ref from (select id, ref from public.desk_changes order by id limit most) as first);
  change record;
  person uuid;
  people uuid[] := '{}';
  count integer := 0;
  number_id uuid;
begin
  for change in
    with taken as (
      delete from public.desk_changes where ref = any (oldest) returning kind, ref
    ), counted as (select kind, ref, sum(count(*)) over () as total from taken group by kind, ref)
    select * from counted order by array_position(array['user', 'lead', 'order', 'contact', 'person'], kind), ref
  loop
    count := change.total;
    person := case change.kind
      when 'lead' then public.place_desk_lead(change.ref)
      when 'order' then public.place_desk_order(change.ref)
      when 'contact' then public.place_desk_contact(change.ref)
      when 'user' then public.place_desk_account(change.ref)
      else change.ref end;
    continue when person is null;
    people := people || person;
    -- A number that they left may be theirs by now.
    if change.kind in ('lead', 'order') then
      for number_id in
        select message_contacts.id from public.message_contacts
        where phone = (case change.kind
          when 'lead' then (select public.phone_digits(phone) from public.quiz_leads where id = change.ref)
          else (select public.phone_digits(phone) from public.orders where id = change.ref) end)
      loop
        people := people || public.place_desk_contact(number_id);
      end loop;
    end if;
  end loop;
  for person in select distinct id from unnest(people) as id where id is not null order by id loop
    perform public.refresh_desk_person(person);
  end loop;
  return count;
end
$$;

-- Where a person came from is what the visit was told with that led to their lead: the first of its attempt. The page tells of it
-- when the quiz ends, beside the lead; what is first told of later led to none.
create or replace function public.desk_source(attempt uuid) returns text language sql stable set search_path = '' as $$
  select told.source
  from (
    select coalesce(utm_source, referrer) as source, began_at from public.visits
    where visits.attempt_id = attempt order by began_at, id limit 1) as told
  join public.quiz_leads on quiz_leads.attempt_id = attempt and told.began_at < created_at + interval '10 minutes'
$$;

-- What the desk was still to read of them. Comes last: deleting makes such notes, too.
create or replace function public.forget_desk_changes(refs uuid[]) returns void
  language sql security definer set search_path = '' as $$
  delete from public.desk_changes where ref = any (refs)
$$;

create or replace function public.delete_account(account_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  traces record;
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
  perform public.erase_records(account_id, traces.address, traces.lead_ids, traces.order_ids, traces.subscription_ids,
    traces.contact_ids, traces.typed_contact_ids);
  -- The others go with their sessions, and those with the user.
  delete from auth.refresh_tokens where session_id is null and user_id = account_id::text;
  delete from auth.saml_relay_states where lower(for_email) = traces.address;
  delete from auth.users where id = account_id;
  perform public.forget_desk_changes(array[account_id] || traces.lead_ids || traces.contact_ids || traces.typed_contact_ids);
  return true;
end
$$;

-- Deletes somebody who has no account of their own, with all they left; false when there is nobody (any more). An account that was
-- made for their lead, and that nobody has entered, goes too unless another's lead hangs on it. Their numbers go with what was
-- said: all that the desk shows as theirs, since whoever deletes has seen it there.
create or replace function public.delete_desk_person(person_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  deleted_id uuid := person_id;
  lead_ids uuid[];
  order_ids uuid[];
  contact_ids uuid[];
  account uuid;
  accounts uuid[];
begin
  perform from public.desk_people where id = deleted_id and user_id is null for update;
  if not found then
    return false;
  end if;
  lead_ids := array(select lead_id from public.desk_person_leads leads where leads.person_id = deleted_id);
  order_ids := array(select order_id from public.desk_person_orders theirs where theirs.person_id = deleted_id);
  contact_ids := array(select contact_id from public.desk_person_contacts theirs where theirs.person_id = deleted_id);
  accounts := array(
    select distinct users.id from public.quiz_leads join auth.users on users.id = user_id
    where quiz_leads.id = any (lead_ids) and email_confirmed_at is null and phone_confirmed_at is null
      -- An account with a role is somebody's who works here, whatever else is known of it.
      and public.audit_role_of(raw_app_meta_data) = 'user');
  perform public.erase_records(null, null, lead_ids, order_ids,
    array(select id from public.subscriptions where order_id = any (order_ids)), contact_ids, '{}');
  foreach account in array accounts loop
    if not exists (select from public.quiz_leads where user_id = account) and not exists (select from public.orders where user_id = account)
      and not exists (select from public.list_account_files(account)) then
      perform public.delete_account(account);
    end if;
  end loop;
  delete from public.desk_people where id = deleted_id;
  perform public.forget_desk_changes(lead_ids || contact_ids);
  return true;
end
$$;

-- Deletes the numbers that the desk shows as somebody's, with what was said. An account alone would leave those that wrote to us
-- and that it has not proven its own; whoever deletes at the desk has seen them there, and was told that they go.
create or replace function public.erase_desk_numbers(person_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  contact_ids uuid[] := array(
    select contact_id from public.desk_person_contacts theirs where theirs.person_id = erase_desk_numbers.person_id);
begin
  perform public.erase_records(null, null, '{}', '{}', '{}', contact_ids, '{}');
  perform public.forget_desk_changes(contact_ids);
end
$$;

-- It has learnt since when; two of one name would leave it open which is meant.
drop function if exists public.export_desk_marks(uuid[]);

-- What the desk keeps of somebody, for them to take along: what was noted counts as theirs, too. `since` is when a person's numbers
-- came to be proven theirs, null where none is in doubt: what was noted before may be about whoever else had written from them.
create or replace function public.export_desk_marks(person_ids uuid[], since timestamptz default null) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'desk_people', coalesce((
      select jsonb_agg(jsonb_build_object('status', status, 'tags', tags, 'next_contact_on', next_contact_on))
      from public.desk_people where id = any (person_ids) and since is null), '[]'),
    'desk_notes', coalesce((
      select jsonb_agg(jsonb_build_object('text', text, 'created_at', created_at) order by created_at)
      from public.desk_notes where person_id = any (person_ids) and created_at >= coalesce(since, '-infinity')), '[]'),
    'consultations', coalesce((
      select jsonb_agg(jsonb_build_object('order_id', consultations.order_id, 'state', state, 'starts_at', starts_at))
      from public.consultations join public.desk_person_orders on desk_person_orders.order_id = consultations.order_id
      where person_id = any (person_ids)), '[]'))
$$;

-- Since when an account is whom a number speaks for: since it was confirmed, or since the account's own program first wrote to it.
create or replace function public.number_speaks_since(account_id uuid, known_contact_id uuid, subscription_ids uuid[]) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select least(
    (select phone_confirmed_at from auth.users join public.message_contacts on users.phone = message_contacts.phone
      where users.id = account_id and message_contacts.id = known_contact_id),
    (select min(sent_at) from public.messages where contact_id = known_contact_id and subscription_id = any (subscription_ids)))
$$;

revoke execute on function public.leave_desk_person(uuid, uuid), public.place_desk_account(uuid)
  from public, anon, authenticated, service_role;
revoke execute on function public.forget_desk_changes(uuid[]), public.erase_desk_numbers(uuid),
  public.export_desk_marks(uuid[], timestamptz), public.number_speaks_since(uuid, uuid, uuid[])
  from public, anon, authenticated;
