-- A tick of the quiz that is gone when the attempt is sent again takes that tick back, and says nothing of anybody else who goes by the
-- same e-mail or number: whoever knows those may send it (docs/decisions/0222).
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
  select email, raw_user_meta_data ->> 'name' as name, created_at,
    case when phone_confirmed_at is not null then phone end as phone,
    coalesce(raw_user_meta_data ->> 'phone', raw_user_meta_data ->> 'phone_number') as said_phone
  into account from auth.users where id = person.user_id;

  select quiz_leads.name, quiz_leads.email, quiz_leads.phone, quiz_leads.created_at, quiz_leads.category into newest
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
  -- Since when the longest of all that are under way, gifts among them, may stand. One that was stopped stands at once.
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

  if person.user_id is null and newest.created_at is null and bought.count = 0
    and (talk.count = 0 or not starts_with(person.contact_key, '|')) then
    delete from public.desk_people where id = refreshed_id;
    return;
  end if;

  select coalesce(array_agg(kind) filter (where act = 'given'), '{}') as given,
    coalesce(array_agg(kind) filter (where act = 'withdrawn' and source is distinct from 'quiz'), '{}') as withdrawn
  into given
  from (
    select distinct on (kind) kind, act, source from (
      select kind, act, source, accepted_at, consents.id from public.desk_person_leads
      join public.consents on consents.lead_id = desk_person_leads.lead_id where person_id = refreshed_id
      union
      select kind, act, source, accepted_at, consents.id from public.consents
      where user_id = person.user_id
        and not exists (select from public.quiz_leads where quiz_leads.id = consents.lead_id and ownership = 'linked')) as acts
    order by kind, accepted_at desc, id) as latest;

  answered := greatest(talk.answered_at, person.answered_at);
  -- Whoever has two numbers waits at each: an answer at one is none at the other, nor is what was said of it.
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
  their_name := left(coalesce(nullif(btrim(account.name), ''), newest.name, bought.name), 200);
  their_email := lower(btrim(coalesce(account.email, newest.email, bought.email)));
  their_phone := coalesce(
    public.phone_digits(account.phone), public.phone_digits(newest.phone), public.phone_digits(bought.own_phone),
    public.phone_digits(account.said_phone), talk.phone, public.phone_digits(bought.phone));

  -- Who took the consent back, asked for silence or was given money back is offered nothing, nor is whoever goes by the same e-mail
  -- or number; nor who goes by those of an account that has not agreed: its owner could not take back what others ticked.
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
      greatest(newest.created_at, bought.created_at, bought.paid_at, talk.last_in_at), account.created_at, person.active_at),
    status = coalesce(person.marked_status, case
      when bought.products <> '{}' then 'client'
      when answered is not null then 'talking'
      else 'new' end)
  where id = refreshed_id;
end
$$;
