-- People whom the owner knew before the site: contacts out of a file of hers, without any consent. One
-- is joined to the person of the desk who has its mail or number, or is a person by itself, who is
-- neither counted nor written to until they come on their own.
create table public.contact_imports (
  id uuid primary key default gen_random_uuid(),
  -- Shown as the source of whoever came by it.
  label text not null check (length(label) between 1 and 80),
  -- The number of contacts that were announced: an import that was broken off has fewer.
  contacts integer not null check (contacts between 1 and 20000),
  made_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- Some contacts stay of an import that was undone: of those who wrote meanwhile.
  undone_at timestamptz
);
create index contact_imports_created_at_idx on public.contact_imports (created_at desc);
create index contact_imports_made_by_idx on public.contact_imports (made_by) where made_by is not null;

create table public.imported_contacts (
  id uuid primary key default gen_random_uuid(),
  import_id uuid not null references public.contact_imports (id) on delete cascade,
  -- The row in the file. A part of a file that is sent twice changes nothing.
  row integer not null check (row between 1 and 1000000),
  person_id uuid not null references public.desk_people (id) on delete cascade,
  -- The person was there before.
  joined boolean not null,
  name text check (length(name) between 1 and 200),
  email text check (length(email) between 3 and 254),
  phone text check (phone ~ '^[1-9][0-9]{9,14}$'),
  unique (import_id, row),
  check (coalesce(email, phone) is not null)
);
create index imported_contacts_person_idx on public.imported_contacts (person_id);
create index imported_contacts_email_idx on public.imported_contacts (email) where email is not null;
create index imported_contacts_phone_idx on public.imported_contacts (phone) where phone is not null;

alter table public.contact_imports enable row level security;
alter table public.imported_contacts enable row level security;
revoke all on public.contact_imports, public.imported_contacts from anon, authenticated, service_role;

-- Returns the person of the desk who has the mail, else the one who has the number; an account first.
create function public.desk_person_alike(known_email text, known_phone text) returns uuid
  language sql stable security definer set search_path = '' as $$
  select id from (
    select id, user_id, active_at, 1 as rank from public.desk_people where email = known_email
    union all
    select id, user_id, active_at, 2 from public.desk_people where phone = known_phone) as alike
  order by rank, user_id is null, active_at desc, id limit 1
$$;

-- Adds contacts of an import, each `{row, name, email, phone}`, and returns how many there are now
-- and how many of them were joined to people who were there.
create function public.add_imported_contacts(known_import_id uuid, contacts jsonb, out added integer, out joined integer)
  language plpgsql security definer set search_path = '' as $$
declare
  contact record;
  their_id uuid;
  was_there boolean;
begin
  added := 0;
  joined := 0;
  for contact in
    select * from jsonb_to_recordset(contacts) as known (row integer, name text, email text, phone text)
    where not exists (
      select from public.imported_contacts
      where imported_contacts.import_id = known_import_id and imported_contacts.row = known.row)
    order by row
  loop
    their_id := public.desk_person_alike(contact.email, contact.phone);
    was_there := their_id is not null;
    if their_id is null then
      their_id := public.desk_person_of(null, contact.email, contact.phone);
    end if;
    insert into public.imported_contacts (import_id, row, person_id, joined, name, email, phone)
    values (known_import_id, contact.row, their_id, was_there, contact.name, contact.email, contact.phone);
    perform public.refresh_desk_person(their_id);
    added := added + 1;
    joined := joined + was_there::integer;
  end loop;
end
$$;

-- Deletes up to `most` contacts of an import that is undone and returns how many. Somebody whom
-- nothing but the import made known, and who wrote meanwhile, keeps their name.
create function public.remove_imported_contacts(known_import_id uuid, most integer) returns integer
  language sql security definer set search_path = '' as $$
  with gone as (
    delete from public.imported_contacts
    where id in (
      select contacts.id from public.imported_contacts contacts
      join public.desk_people on desk_people.id = contacts.person_id
      where import_id = known_import_id and not (
        not joined and desk_people.last_in_at is not null and user_id is null
        and not exists (select from public.desk_person_leads leads where leads.person_id = contacts.person_id)
        and not exists (select from public.desk_person_orders orders where orders.person_id = contacts.person_id))
      order by row limit most)
    returning 1)
  select count(*)::integer from gone
$$;

-- As before, and as long as a contact of an import is theirs.
create or replace function public.forget_desk_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_people
  where id = old.person_id and user_id is null
    and (not starts_with(contact_key, '|')
      or not exists (select from public.desk_person_contacts where person_id = old.person_id))
    and not exists (select from public.imported_contacts where person_id = old.person_id)
    and not exists (select from public.desk_person_leads where person_id = old.person_id)
    and not exists (select from public.desk_person_orders where person_id = old.person_id);
  if not found then
    insert into public.desk_changes (kind, ref) values ('person', old.person_id);
  end if;
  return null;
end
$$;

create trigger imported_contacts_gone after delete on public.imported_contacts
  for each row execute function public.forget_desk_person();

create or replace function public.forget_desk_number() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_people
  where id = old.person_id and user_id is null and starts_with(contact_key, '|')
    and not exists (select from public.desk_person_leads where person_id = old.person_id)
    and not exists (select from public.desk_person_orders where person_id = old.person_id)
    and not exists (select from public.desk_person_contacts where person_id = old.person_id)
    and not exists (select from public.imported_contacts where person_id = old.person_id);
  insert into public.desk_changes (kind, ref) values ('contact', old.contact_id), ('person', old.person_id);
  return null;
end
$$;

-- Moves the owner's marks and notes, and the imported contacts, to the person somebody turned out to be.
create or replace function public.move_desk_marks(from_id uuid, to_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  update public.desk_notes set person_id = to_id where person_id = from_id;
  update public.imported_contacts set person_id = to_id where person_id = from_id;
  update public.desk_people target
  set tags = array(select distinct tag from unnest(target.tags || source.tags) as tag order by tag),
    marked_status = coalesce(target.marked_status, source.marked_status),
    next_contact_on = coalesce(target.next_contact_on, source.next_contact_on),
    answered_at = greatest(target.answered_at, source.answered_at)
  from public.desk_people source
  where target.id = to_id and source.id = from_id;
end
$$;

-- As before; a number that was imported is known as one that was typed.
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
        select person_id from public.imported_contacts where phone = contact.phone
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
    -- The number was a row of its own and turned out to be somebody's.
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

-- As before, with what was imported where nothing better is known.
create or replace function public.refresh_desk_person(refreshed_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  person record;
  account record;
  leads record;
  newest record;
  bought record;
  program record;
  stands_since timestamptz;
  talk record;
  imported record;
  alike_id uuid;
  is_only_imported boolean;
  given record;
  answered timestamptz;
  waits timestamptz;
  declines boolean;
  is_agreed boolean;
  their_name text;
  their_email text;
  their_phone text;
begin
  select * into person from public.desk_people where id = refreshed_id for update;
  if not found then
    return;
  end if;
  select email, public.clean_name(raw_user_meta_data ->> 'name') as name, created_at,
    case when email_confirmed_at is not null then lower(email) end as proven_email,
    case when phone_confirmed_at is not null then phone end as phone,
    coalesce(raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number') as said_phone
  into account from auth.users where id = person.user_id;

  select quiz_leads.name, quiz_leads.email, quiz_leads.phone, quiz_leads.created_at, case when rules_version is not null or ownership <> 'own' then quiz_leads.category end as category into newest
  from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
  where person_id = refreshed_id order by quiz_leads.created_at desc limit 1;

  -- An order of the provider's test mode moves no money, so it makes nobody a client.
  select count(*) as count,
    (array_agg(orders.name order by orders.created_at desc) filter (where orders.name is not null))[1] as name,
    (array_agg(orders.email order by orders.created_at desc) filter (where orders.email is not null))[1] as email,
    (array_agg(orders.phone order by orders.created_at desc) filter (where orders.phone is not null and not is_gift))[1] as phone,
    coalesce(array_agg(distinct product) filter (where state = 'paid' and not test), '{}') as products,
    coalesce(sum(charge_tiyn) filter (where state = 'paid' and not test), 0) as paid_tiyn,
    coalesce(sum(due_tiyn) filter (where state = 'paid' and not test), 0) as due_tiyn,
    max(paid_at) filter (where not test) as paid_at, max(orders.created_at) as created_at,
    coalesce(bool_or(state = 'paid' and not test and product = 'consultation'
      and not exists (select from public.consultations where consultations.order_id = orders.id)), false) as to_arrange,
    min(paid_at) filter (where state = 'paid' and not test and product = 'consultation'
      and not exists (select from public.consultations where consultations.order_id = orders.id)) as arrange_since,
    coalesce(bool_or(state = 'refunded' and not test), false) as is_refunded,
    -- Anybody may buy under somebody's e-mail, with a phone of their own.
    (array_agg(orders.phone order by orders.created_at desc)
      filter (where orders.phone is not null and not is_gift and (person.user_id is null or placed_signed_in)))[1] as own_phone
  into bought
  from public.desk_person_orders join public.orders on orders.id = order_id where person_id = refreshed_id;

  -- Their own program: of those under way the one that goes first, else the newest.
  select current_day, state, paused_at into program
  from public.desk_programs(refreshed_id) where not is_gift
  order by state = 'active' and paused_at is null desc, state = 'active' desc,
    case when state = 'active' and paused_at is null then bought_at end, bought_at desc
  limit 1;
  -- The moment since which the longest of all programs under way, gifts among them, may stand. A
  -- stopped one stands at once.
  select min(case when is_stopped then 'epoch' else moved_at end) into stands_since
  from public.desk_programs(refreshed_id) where state = 'active' and paused_at is null;

  select count(*) as count, max(last_inbound_at) as last_in_at, coalesce(bool_or(opted_out_at is not null and not is_gift), false) as opted_out,
    (array_agg(phone order by is_proven desc, last_inbound_at desc nulls last) filter (where not is_gift))[1] as phone,
    max((select max(sent_at) from public.messages where messages.contact_id = message_contacts.id)) as last_out_at,
    greatest(max(message_contacts.answered_at), max((select max(created_at) from public.messages
      where messages.contact_id = message_contacts.id and kind = 'answer' and status <> 'failed'))) as answered_at
  into talk
  from public.desk_person_contacts join public.message_contacts on message_contacts.id = contact_id
  cross join lateral (select public.is_gift_number(contact_id) as is_gift) as given
  where person_id = refreshed_id;

  select count(*) as count, max(contact_imports.label) as label,
    (array_agg(name order by created_at desc) filter (where name is not null))[1] as name,
    (array_agg(email order by created_at desc) filter (where email is not null))[1] as email,
    (array_agg(phone order by created_at desc) filter (where phone is not null))[1] as phone
  into imported
  from public.imported_contacts join public.contact_imports on contact_imports.id = import_id where person_id = refreshed_id;
  is_only_imported := imported.count > 0 and person.user_id is null and newest.created_at is null and bought.count = 0
    and talk.count = 0;

  if person.user_id is null and newest.created_at is null and bought.count = 0 and imported.count = 0
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
  -- A person with two numbers waits at each: neither an answer nor the owner's mark at one counts
  -- at the other.
  update public.desk_person_contacts theirs set waits_since = asked.since
  from (
    select contacts.contact_id, (
      select min(written_at) from public.inbound_messages
      where inbound_messages.contact_id = contacts.contact_id and type <> 'reaction' and command is null
        and written_at > coalesce(greatest(person.answered_at, message_contacts.answered_at, (
          select max(created_at) from public.messages
          where messages.contact_id = contacts.contact_id and kind = 'answer' and status <> 'failed')), '-infinity')) as since
    from public.desk_person_contacts contacts join public.message_contacts on message_contacts.id = contacts.contact_id
    where contacts.person_id = refreshed_id) as asked
  where theirs.contact_id = asked.contact_id and theirs.waits_since is distinct from asked.since;
  select min(waits_since) into waits from public.desk_person_contacts where person_id = refreshed_id;

  -- An account may say anything of itself.
  their_name := left(coalesce(nullif(btrim(account.name), ''), newest.name, bought.name, imported.name), 200);
  their_email := lower(btrim(coalesce(account.email, newest.email, bought.email, imported.email)));
  their_phone := coalesce(
    public.phone_digits(account.phone), public.phone_digits(newest.phone), public.phone_digits(bought.own_phone),
    public.phone_digits(account.said_phone), talk.phone, public.phone_digits(bought.phone), imported.phone);

  -- Whoever was only imported turns out to be this person. What the owner noted about them moves only
  -- where the mail or the number is proven: it is part of what an account may take along.
  if not is_only_imported then
    for alike_id in
      select alike.id from public.desk_people alike
      where alike.id <> refreshed_id and alike.user_id is null
        and alike.id in (
          select person_id from public.imported_contacts where email = their_email
          union
          select person_id from public.imported_contacts where phone = their_phone)
        and not exists (select from public.desk_person_leads where person_id = alike.id)
        and not exists (select from public.desk_person_orders where person_id = alike.id)
        and not exists (select from public.desk_person_contacts where person_id = alike.id)
        and (
          (alike.tags = '{}' and alike.marked_status is null and alike.next_contact_on is null
            and not exists (select from public.desk_notes where person_id = alike.id))
          or alike.email = account.proven_email or alike.phone = public.phone_digits(account.phone))
      for update of alike skip locked
    loop
      perform public.move_desk_marks(alike_id, refreshed_id);
      delete from public.desk_people where id = alike_id;
      -- With what is theirs by now the person is read once more.
      insert into public.desk_changes (kind, ref) values ('person', refreshed_id);
    end loop;
  end if;

  -- Nothing is offered after a consent was taken back, silence was asked for or money was given
  -- back, nor to others with the same e-mail or number, nor to anybody with those of an account
  -- that has not agreed: its owner could not take back what others ticked.
  declines := 'marketing' = any (given.withdrawn) or talk.opted_out or bought.is_refunded;
  is_agreed := newest.created_at is not null and 'marketing' = any (given.given) and bought.products = '{}' and not declines
    and not exists (select from public.message_contacts where message_contacts.phone = their_phone and opted_out_at is not null)
    and not exists (
      select from (
        select id, declined, user_id, consents from public.desk_people where email = their_email
        union all
        select id, declined, user_id, consents from public.desk_people where phone = their_phone) as other
      where other.id <> refreshed_id
        and (other.declined or (other.user_id is not null and not 'marketing' = any (other.consents))));
  if (person.declined or declines
      or (person.user_id is not null and not ('marketing' = any (person.consents) and 'marketing' = any (given.given))))
    and (person.declined, 'marketing' = any (person.consents), person.email, person.phone)
      is distinct from (declines, 'marketing' = any (given.given), their_email, their_phone) then
    insert into public.desk_changes (kind, ref)
    select 'person', alike.id
    from (
      select id from public.desk_people where email = any (array[person.email, their_email])
      union
      select id from public.desk_people
      where phone = any (array[person.phone, their_phone] || array(
        select message_contacts.phone from public.desk_person_contacts
        join public.message_contacts on message_contacts.id = contact_id where person_id = refreshed_id))) as alike
    join public.desk_people on desk_people.id = alike.id
    where alike.id <> refreshed_id and finished_at is not null and 'marketing' = any (consents) and desk_people.bought = '{}';
  end if;
  update public.desk_people set
    name = their_name,
    email = their_email,
    phone = their_phone,
    words = public.desk_words(their_name, their_email, their_phone),
    finished_at = newest.created_at,
    subcategory = case when right(newest.category, 2) in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2') then right(newest.category, 2) end,
    -- The first source stays, also once its visit is forgotten.
    source = coalesce(person.source, (
      select told.source
      from (
        select attempt_id from public.desk_person_leads join public.quiz_leads on quiz_leads.id = lead_id
        where person_id = refreshed_id order by quiz_leads.created_at limit 20) as first_leads
      cross join lateral (select public.desk_source(attempt_id) as source) as told
      where told.source is not null limit 1), case when is_only_imported then imported.label end),
    consents = given.given,
    withdrawn = given.withdrawn,
    opted_out = talk.opted_out,
    declined = declines,
    agreed = is_agreed,
    bought = bought.products,
    paid_tiyn = bought.paid_tiyn,
    due_tiyn = bought.due_tiyn,
    last_paid_at = bought.paid_at,
    program_day = program.current_day,
    program_state = case when program.state = 'active' and program.paused_at is not null then 'paused' else program.state end,
    program_moved_at = stands_since,
    to_arrange = bought.to_arrange,
    arrange_since = bought.arrange_since,
    last_in_at = talk.last_in_at,
    last_out_at = talk.last_out_at,
    waits_since = waits,
    talk_order = case
      when waits is not null then extract(epoch from waits) - 1e10
      else 1e10 - extract(epoch from greatest(talk.last_in_at, talk.last_out_at)) end,
    active_at = coalesce(
      greatest(newest.created_at, bought.created_at, bought.paid_at, talk.last_in_at), account.created_at,
      -- Whoever never came stands behind all who did.
      case when imported.count > 0 then 'epoch'::timestamptz end, person.active_at),
    status = coalesce(person.marked_status, case
      when bought.products <> '{}' then 'client'
      when answered is not null then 'talking'
      else 'new' end)
  where id = refreshed_id;
end
$$;

-- As before, and what was imported under a mail or a number that is proven theirs.
create or replace function public.export_account(account_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
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
      'imported_contacts', (
        select jsonb_agg(jsonb_build_object('name', name, 'email', email, 'phone', phone, 'created_at', created_at))
        from public.imported_contacts contacts join public.contact_imports imports on imports.id = import_id
        where contacts.email = traces.address
          or contacts.phone = (
            select public.phone_digits(phone) from auth.users where id = account_id and phone_confirmed_at is not null)),
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

create or replace function public.export_desk_person(person_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  their_id uuid := person_id;
  lead_ids uuid[];
  order_ids uuid[];
  contact_ids uuid[];
begin
  lead_ids := array(select lead_id from public.desk_person_leads theirs where theirs.person_id = their_id);
  order_ids := array(select order_id from public.desk_person_orders theirs where theirs.person_id = their_id);
  contact_ids := array(
    select contact_id from public.desk_person_contacts theirs where theirs.person_id = their_id and is_proven);
  return public.export_lists(public.export_records(lead_ids, order_ids)
    || jsonb_build_object(
      'consents', (select jsonb_agg(to_jsonb(consents)) from public.consents where lead_id = any (lead_ids)),
      'messages', (
        select jsonb_agg(public.export_message(messages) order by created_at) from public.messages
        where contact_id = any (contact_ids)
          or subscription_id in (select id from public.subscriptions where order_id = any (order_ids))),
      'imported_contacts', (
        select jsonb_agg(jsonb_build_object('name', name, 'email', email, 'phone', phone, 'created_at', created_at))
        from public.imported_contacts contacts join public.contact_imports imports on imports.id = import_id
        where contacts.person_id = their_id),
      'message_contacts', (
        select jsonb_agg(jsonb_build_object('phone', phone, 'opted_out_at', opted_out_at, 'created_at', created_at))
        from public.message_contacts where id = any (contact_ids)),
      'inbound_messages', (
        select jsonb_agg(jsonb_build_object('type', type, 'text', text, 'written_at', written_at))
        from public.inbound_messages where contact_id = any (contact_ids)))
    || public.export_desk_marks(array[their_id]));
end
$$;

-- As before, and what was imported under the address.
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
  delete from public.imported_contacts where email = address;
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

revoke execute on function public.desk_person_alike, public.add_imported_contacts, public.remove_imported_contacts
  from public, anon, authenticated, service_role;
