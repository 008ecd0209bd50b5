-- The owner's desk knows people: a row a person, read from what the product keeps of them and kept ready to be looked through.
-- A person is an account, or a contact as it was typed: the same e-mail and the same phone, together. Who typed only one of them
-- alike is somebody else until they prove it.
create table public.desk_people (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references auth.users (id) on delete cascade,
  -- What was typed, `mail|digits`; a number that wrote to us and is nobody's is `|digits`.
  contact_key text unique,

  -- Read from elsewhere, by refresh_desk_person alone.
  name text,
  email text,
  phone text,
  words tsvector not null default '',
  finished_at timestamptz,
  subcategory text,
  source text,
  consents text[] not null default '{}',
  withdrawn text[] not null default '{}',
  opted_out boolean not null default false,
  bought text[] not null default '{}',
  paid_tiyn bigint not null default 0,
  due_tiyn bigint not null default 0,
  last_paid_at timestamptz,
  program_day integer,
  program_state text,
  -- When a program under way last moved; null where none is, or where it was halted by hand.
  program_moved_at timestamptz,
  to_arrange boolean not null default false,
  last_in_at timestamptz,
  last_out_at timestamptz,
  -- Since when somebody waits for an answer.
  waits_since timestamptz,
  -- The order of conversations: who waits first, the longest waiting before all; then the newest.
  talk_order double precision,
  active_at timestamptz not null default now(),
  status text not null default 'new' check (status in ('new', 'talking', 'client', 'closed')),

  -- What the owner says of them.
  marked_status text check (marked_status in ('new', 'talking', 'client', 'closed')),
  tags text[] not null default '{}',
  next_contact_on date,
  -- When she said that nothing is left to answer.
  answered_at timestamptz,

  check (num_nonnulls(user_id, contact_key) = 1)
);
create index desk_people_active_idx on public.desk_people (active_at desc, id desc);
create index desk_people_finished_idx on public.desk_people (finished_at desc, id desc) where finished_at is not null;
create index desk_people_next_contact_idx on public.desk_people (next_contact_on, id) where next_contact_on is not null;
create index desk_people_talk_idx on public.desk_people (talk_order, id) where talk_order is not null;
create index desk_people_waits_idx on public.desk_people (talk_order, id) where waits_since is not null;
create index desk_people_program_idx on public.desk_people (program_moved_at) where program_moved_at is not null;
create index desk_people_to_arrange_idx on public.desk_people (active_at desc, id desc) where to_arrange;
create index desk_people_agreed_idx on public.desk_people (active_at desc, id desc)
  where finished_at is not null and 'marketing' = any (consents) and bought = '{}';
create index desk_people_due_idx on public.desk_people (active_at desc, id desc) where due_tiyn > 0;
create index desk_people_status_idx on public.desk_people (status, active_at desc, id desc);
create index desk_people_subcategory_idx on public.desk_people (subcategory, active_at desc, id desc);
create index desk_people_source_idx on public.desk_people (source, active_at desc, id desc);
create index desk_people_source_finished_idx on public.desk_people (source, finished_at desc, id desc) where finished_at is not null;
create index desk_people_bought_idx on public.desk_people using gin (bought);
create index desk_people_tags_idx on public.desk_people using gin (tags);
create index desk_people_tagged_idx on public.desk_people (active_at desc) where tags <> '{}';
create index desk_people_words_idx on public.desk_people using gin (words);
create index desk_people_phone_idx on public.desk_people (phone) where phone is not null;
create index desk_people_email_idx on public.desk_people (email) where email is not null;

-- Whose what is. A lead, an order and a number in WhatsApp belong to one person each.
create table public.desk_person_leads (
  lead_id uuid primary key references public.quiz_leads (id) on delete cascade,
  person_id uuid not null references public.desk_people (id) on delete cascade
);
create index desk_person_leads_person_idx on public.desk_person_leads (person_id);
create table public.desk_person_orders (
  order_id uuid primary key references public.orders (id) on delete cascade,
  person_id uuid not null references public.desk_people (id) on delete cascade
);
create index desk_person_orders_person_idx on public.desk_person_orders (person_id);
create table public.desk_person_contacts (
  contact_id uuid primary key references public.message_contacts (id) on delete cascade,
  person_id uuid not null references public.desk_people (id) on delete cascade,
  -- Whether they paid with the number, confirmed it, or have a program that wrote to it; else it was only typed.
  is_proven boolean not null
);
create index desk_person_contacts_person_idx on public.desk_person_contacts (person_id);

-- What the owner and her assistant wrote down about a person. Notes about health are not for the assistant.
create table public.desk_notes (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.desk_people (id) on delete cascade,
  text text not null check (length(text) between 1 and 4000),
  about_health boolean not null,
  author uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index desk_notes_person_idx on public.desk_notes (person_id, created_at desc);
create index desk_notes_author_idx on public.desk_notes (author) where author is not null;

-- Looks at the people's list that somebody keeps by a name.
create table public.desk_named_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid references auth.users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- The address's own words, without any person's.
  filter jsonb not null,
  created_at timestamptz not null default now()
);
create index desk_named_views_owner_idx on public.desk_named_views (owner) where owner is not null;

-- When a paid consultation takes place. Without a row its time is still to be arranged.
create table public.consultations (
  order_id uuid primary key references public.orders (id) on delete cascade,
  state text not null check (state in ('arranged', 'held')),
  starts_at timestamptz not null,
  changed_at timestamptz not null default now()
);
create index consultations_state_idx on public.consultations (state, starts_at);

-- What has changed and is not read yet. Whoever changes something only adds a row here, so no visitor waits for the desk.
create table public.desk_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('lead', 'order', 'contact', 'user', 'person')),
  ref uuid not null
);

alter table public.desk_people enable row level security;
alter table public.desk_person_leads enable row level security;
alter table public.desk_person_orders enable row level security;
alter table public.desk_person_contacts enable row level security;
alter table public.desk_notes enable row level security;
alter table public.desk_named_views enable row level security;
alter table public.consultations enable row level security;
alter table public.desk_changes enable row level security;
revoke all on public.desk_people, public.desk_person_leads, public.desk_person_orders, public.desk_person_contacts,
  public.desk_notes, public.desk_named_views, public.consultations, public.desk_changes
  from anon, authenticated, service_role;

create function public.note_desk_change() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  kind text := tg_argv[0];
  ref uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  if ref is not null then
    insert into public.desk_changes (kind, ref) values (kind, ref);
  end if;
  return null;
end
$$;
create trigger quiz_leads_desk after insert or update of user_id, ownership, name, email, phone, category on public.quiz_leads
  for each row execute function public.note_desk_change('lead', 'id');
create trigger orders_desk after insert or update of state, user_id, lead_id, name, email, phone, due_tiyn on public.orders
  for each row execute function public.note_desk_change('order', 'id');
create trigger subscriptions_desk after insert or update on public.subscriptions
  for each row execute function public.note_desk_change('order', 'order_id');
create trigger consultations_desk after insert or update on public.consultations
  for each row execute function public.note_desk_change('order', 'order_id');
create trigger message_contacts_desk after insert or update on public.message_contacts
  for each row execute function public.note_desk_change('contact', 'id');
create trigger messages_desk after insert or update of status, contact_id on public.messages
  for each row execute function public.note_desk_change('contact', 'contact_id');
create trigger inbound_messages_desk after insert on public.inbound_messages
  for each row execute function public.note_desk_change('contact', 'contact_id');
create trigger consents_desk after insert or update of user_id on public.consents
  for each row execute function public.note_desk_change('lead', 'lead_id');
create trigger consents_desk_user after insert or update of user_id on public.consents
  for each row execute function public.note_desk_change('user', 'user_id');
create trigger users_desk after insert or update of email, email_confirmed_at, phone, phone_confirmed_at, raw_user_meta_data
  on auth.users
  for each row when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  execute function public.note_desk_change('user', 'id');

-- A consultation that is called off waits for its time again.
create function public.note_desk_consultation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.desk_changes (kind, ref) values ('order', old.order_id);
  return null;
end
$$;
create trigger consultations_desk_gone after delete on public.consultations
  for each row execute function public.note_desk_consultation();

-- An order that says no more whose it was is nobody's at once.
create function public.forget_desk_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_person_orders where order_id = new.id;
  return null;
end
$$;
create trigger orders_desk_forget after update on public.orders
  for each row when (new.user_id is null and coalesce(new.email, new.name, new.phone) is null)
  execute function public.forget_desk_order();

-- A contact that was typed is a person as long as there is something they left; what the owner wrote about them goes with it.
create function public.forget_desk_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_people
  where id = old.person_id and user_id is null and not starts_with(contact_key, '|')
    and not exists (select from public.desk_person_leads where person_id = old.person_id)
    and not exists (select from public.desk_person_orders where person_id = old.person_id);
  if not found then
    insert into public.desk_changes (kind, ref) values ('person', old.person_id);
  end if;
  return null;
end
$$;
create trigger desk_person_leads_gone after delete on public.desk_person_leads
  for each row execute function public.forget_desk_person();
create trigger desk_person_orders_gone after delete on public.desk_person_orders
  for each row execute function public.forget_desk_person();

create function public.forget_desk_number() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.desk_people
  where id = old.person_id and user_id is null and starts_with(contact_key, '|')
    and not exists (select from public.desk_person_leads where person_id = old.person_id)
    and not exists (select from public.desk_person_orders where person_id = old.person_id)
    and not exists (select from public.desk_person_contacts where person_id = old.person_id);
  insert into public.desk_changes (kind, ref) values ('contact', old.contact_id), ('person', old.person_id);
  return null;
end
$$;
create trigger desk_person_contacts_gone after delete on public.desk_person_contacts
  for each row execute function public.forget_desk_number();

-- The row of an account, or of a contact as it was typed; made when it is new. Null for neither.
create function public.desk_person_of(account_id uuid, typed_email text, typed_phone text) returns uuid
  language plpgsql security definer set search_path = '' as $$
declare
  key text := coalesce(lower(btrim(typed_email)), '') || '|' || coalesce(public.phone_digits(typed_phone), '');
  found_id uuid;
begin
  if account_id is not null then
    insert into public.desk_people (user_id) values (account_id) on conflict (user_id) do nothing;
    select id into found_id from public.desk_people where user_id = account_id;
  elsif key <> '|' then
    insert into public.desk_people (contact_key) values (key) on conflict (contact_key) do nothing;
    select id into found_id from public.desk_people where contact_key = key;
  end if;
  return found_id;
end
$$;

-- What the owner said of a person holds for whom they turned out to be.
create function public.move_desk_marks(from_id uuid, to_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  update public.desk_notes set person_id = to_id where person_id = from_id;
  update public.desk_people target
  set tags = array(select distinct tag from unnest(target.tags || source.tags) as tag order by tag),
    marked_status = coalesce(target.marked_status, source.marked_status),
    next_contact_on = coalesce(target.next_contact_on, source.next_contact_on),
    answered_at = greatest(target.answered_at, source.answered_at)
  from public.desk_people source
  where target.id = to_id and source.id = from_id;
end
$$;

-- Puts a lead where it belongs. Only leads of their own are an account's: one that was linked by its e-mail may be anybody's.
create function public.place_desk_lead(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
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
  if not exists (select from public.desk_person_leads where person_id = was)
    and not exists (select from public.desk_person_orders where person_id = was) then
    perform public.move_desk_marks(was, is_now);
    delete from public.desk_people where id = was and user_id is null;
  end if;
  insert into public.desk_changes (kind, ref) values ('person', was);
  return is_now;
end
$$;

-- Puts an order where it belongs: to its account; to whoever left the result it was bought from, if under the same e-mail; else to
-- the contact that was typed.
create function public.place_desk_order(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
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
  if not exists (select from public.desk_person_leads where person_id = was)
    and not exists (select from public.desk_person_orders where person_id = was) then
    perform public.move_desk_marks(was, is_now);
    delete from public.desk_people where id = was and user_id is null;
  end if;
  insert into public.desk_changes (kind, ref) values ('person', was);
  return is_now;
end
$$;

-- Puts a number where it belongs: to the one person who has proven it; where nobody has, to the one who typed it; else it
-- stays a row of its own as soon as it has written to us.
create function public.place_desk_contact(placed_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
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
  is_now := case when cardinality(proven) = 1 then proven[1] when cardinality(typed) = 1 then typed[1] end;
  if is_now is null and contact.last_inbound_at is not null then
    is_now := public.desk_person_of(null, null, contact.phone);
    if is_now is null then
      insert into public.desk_people (contact_key) values ('|' || placed_id) on conflict (contact_key) do nothing;
      select id into is_now from public.desk_people where contact_key = '|' || placed_id::text;
    end if;
  end if;

  select person_id into was from public.desk_person_contacts where contact_id = placed_id;
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
-- code and by its last digits.
create function public.desk_words(name text, email text, phone text) returns tsvector language sql immutable as $$
  select pg_catalog.array_to_tsvector(array(
    select distinct word
    from pg_catalog.unnest(
      pg_catalog.regexp_split_to_array(pg_catalog.replace(pg_catalog.lower(coalesce(name, '')), 'ё', 'е'), '[\s,.;:()«»"-]+')
      || array[pg_catalog.lower(email), phone, pg_catalog.substr(phone, 2), pg_catalog.right(phone, 7),
        pg_catalog.right(phone, 4)]) as word
    where word <> ''))
$$;

-- Reads a person anew from all that is theirs.
create function public.refresh_desk_person(refreshed_id uuid) returns void language plpgsql security definer set search_path = '' as $$
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

  select quiz_leads.name, quiz_leads.email, quiz_leads.phone, quiz_leads.created_at, quiz_leads.category, attempt_id into newest
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

  their_name := coalesce(nullif(btrim(account.name), ''), newest.name, bought.name);
  their_email := lower(btrim(coalesce(account.email, newest.email, bought.email)));
  their_phone := coalesce(
    public.phone_digits(account.phone), public.phone_digits(bought.phone), public.phone_digits(newest.phone),
    public.phone_digits(account.said_phone), talk.phone);
  update public.desk_people set
    name = their_name,
    email = their_email,
    phone = their_phone,
    words = public.desk_words(their_name, their_email, their_phone),
    finished_at = newest.created_at,
    subcategory = case when right(newest.category, 2) in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2') then right(newest.category, 2) end,
    source = public.desk_source(newest.attempt_id),
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
      when waits is not null then extract(epoch from talk.last_in_at) - 1e10
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

-- Where an attempt came from; what visits were told with is read by a later migration.
create function public.desk_source(attempt uuid) returns text language sql stable as $$ select null::text $$;

-- Reads so many changes, oldest first, and answers how many there were. Few at a time: whatever else changes a person waits for it.
create function public.take_desk_changes(most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  change record;
  person uuid;
  people uuid[] := '{}';
  count integer := 0;
  numbers text[];
  number_id uuid;
begin
  for change in
    with taken as (
      delete from public.desk_changes where id in (select id from public.desk_changes order by id limit most)
      returning kind, ref
    ), counted as (select kind, ref, sum(count(*)) over () as total from taken group by kind, ref)
    select * from counted order by array_position(array['user', 'lead', 'order', 'contact', 'person'], kind), ref
  loop
    count := change.total;
    person := case change.kind
      when 'lead' then public.place_desk_lead(change.ref)
      when 'order' then public.place_desk_order(change.ref)
      when 'contact' then public.place_desk_contact(change.ref)
      when 'user' then (select public.desk_person_of(id, null, null) from auth.users
        where id = change.ref and (email_confirmed_at is not null or phone_confirmed_at is not null)
          -- Whoever works at the desk is not looked for at it.
          and coalesce(raw_app_meta_data ->> 'role', '') not in ('admin', 'assistant', 'technician'))
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

revoke execute on function public.note_desk_change(), public.note_desk_consultation(), public.forget_desk_order(), public.forget_desk_person(), public.forget_desk_number(),
  public.desk_person_of(uuid, text, text), public.move_desk_marks(uuid, uuid), public.place_desk_lead(uuid),
  public.place_desk_order(uuid), public.place_desk_contact(uuid), public.desk_words(text, text, text),
  public.refresh_desk_person(uuid), public.desk_source(uuid), public.take_desk_changes(integer)
  from public, anon, authenticated, service_role;

-- Orders by the day they were paid, or else placed; refunds by theirs.
create index orders_happened_idx on public.orders ((coalesce(paid_at, created_at)) desc, id desc);
create index orders_state_happened_idx on public.orders (state, (coalesce(paid_at, created_at)) desc, id desc);
create index orders_paid_at_idx on public.orders (paid_at) where paid_at is not null;
create index orders_due_idx on public.orders ((coalesce(paid_at, created_at)) desc, id desc) where due_tiyn > 0;
create index order_acts_acted_at_idx on public.order_acts (acted_at);
-- What did not arrive and should have, newest first.
create index messages_undelivered_idx on public.messages (failed_at desc, id desc)
  where status = 'failed' and failure not in ('withheld', 'reset', 'paused', 'cancelled');

-- A program that the owner halts waits where it is.
alter table public.subscriptions add column paused_at timestamptz;

-- What she answers herself: free text, which goes out inside the 24-hour window or not at all.
alter table public.messages
  add column text text,
  drop constraint messages_kind_check,
  add constraint messages_kind_check check (kind in ('checklist', 'daily', 'manual', 'reply', 'answer')),
  add constraint messages_answer_check check ((kind = 'answer') = (text is not null));

-- Everybody who is there already.
insert into public.desk_changes (kind, ref)
select 'user', id from auth.users where email_confirmed_at is not null or phone_confirmed_at is not null
union all select 'lead', id from public.quiz_leads
union all select 'order', id from public.orders
union all select 'contact', id from public.message_contacts;
