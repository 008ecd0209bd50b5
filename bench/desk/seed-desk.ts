import { type Kysely, sql } from 'kysely'

/**
 * What the desk reads of people that `seedPeople` has made, at once instead of one after another: it would take minutes. Of every
 * filter there are as many as a working installation has: few who wait, few programs under way, one source and tag that is rare.
 */
export async function seedDesk<Tables>(db: Kysely<Tables>, messages: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('session_replication_role', 'replica', true)`.execute(trx)
    for (const statement of statements(messages)) await statement.execute(trx)
  })
  for (const table of deskTables) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}

/** Tables of the desk that grow with the number of people. */
export const deskTables = [
  'public.desk_people',
  'public.desk_person_leads',
  'public.desk_person_orders',
  'public.desk_person_contacts',
  'public.consultations',
  'public.order_acts',
  'public.orders',
  'public.messages',
  'public.inbound_messages',
] as const

const number = sql`substr(email, 7, position('@' in email) - 7)::int`

function statements(messages: number) {
  return [
    sql`truncate desk_changes`,
    sql`insert into messages (kind, contact_id, created_at, deadline, status, send_state, sent_at, failed_at, failure)
      select 'checklist', id, at, at, case when turn % 50 = 0 then 'failed' else 'sent' end, 'done', at,
        case when turn % 50 = 0 then at end, case when turn % 50 = 0 then 'recipient' end
      from (select id, turn, now() - interval '2 years' * random() as at
        from message_contacts, generate_series(1, ceil(${messages}::float8 / (select count(*) from message_contacts))::int) as turn
      ) as sent`,
    sql`update orders set product = 'consultation', price_tiyn = 5000000, charge_tiyn = 5000000
      where state = 'paid' and id in (select id from orders where state = 'paid' order by id limit (select count(*) / 4 from orders where state = 'paid'))
        and not exists (select from subscriptions where order_id = orders.id and state = 'active')`,
    sql`insert into order_acts (order_id, act, acted_at)
      select id, 'refunded', paid_at + interval '1 day' from orders where state = 'paid' and inv_id % 97 = 0`,
    sql`update orders set state = 'refunded' from order_acts where order_acts.order_id = orders.id`,
    sql`insert into consultations (order_id, state, starts_at)
      select id, case when paid_at > now() - interval '10 days' then 'arranged' else 'held' end, paid_at + interval '7 days'
      from orders where state = 'paid' and product = 'consultation' and paid_at < now() - interval '3 days'`,
    sql`insert into desk_people (user_id, contact_key, name, email, phone, words, finished_at, subcategory, source, consents,
        active_at, tags, next_contact_on)
      select user_id, case when user_id is null then email || '|' || substr(phone, 2) end, spelled, email, substr(phone, 2),
        desk_words(spelled, email, substr(phone, 2)), created_at,
        (array['A1', 'A2', 'B1', 'B2', 'C1', 'C2'])[1 + n % 6],
        case when n % 1000 = 0 then 'flyer' else (array['instagram', 'google', 'whatsapp', null])[1 + n % 4] end,
        case when n % 3 = 0 then array['health', 'marketing'] else array['health'] end,
        created_at, case when n % 500 = 0 then array['вечер'] else '{}' end,
        case when n % 200 = 0 then current_date + n % 30 end
      from (select *, ${number} as n,
        (array['Айгерим', 'Тимур', 'Алия', 'Данияр', 'Мадина'])[1 + ${number} % 5] || ' ' || ${number} as spelled
        from quiz_leads where email like 'person%') as leads`,
    sql`insert into desk_person_leads (lead_id, person_id)
      select quiz_leads.id, desk_people.id from quiz_leads join desk_people using (email)`,
    sql`insert into desk_person_orders (order_id, person_id)
      select orders.id, desk_people.id from orders join desk_people using (email)`,
    sql`insert into desk_person_contacts (contact_id, person_id, is_proven)
      select message_contacts.id, desk_people.id, false from message_contacts join desk_people using (phone)`,
    sql`update desk_people set
        bought = array[product], paid_tiyn = charge_tiyn, last_paid_at = paid_at, status = 'client',
        to_arrange = product = 'consultation' and not exists (select from consultations where order_id = orders.id),
        arrange_since = case when product = 'consultation' and not exists (select from consultations where order_id = orders.id)
          then paid_at end,
        due_tiyn = case when inv_id % 200 = 0 then 500000 else 0 end
      from desk_person_orders join orders on orders.id = order_id
      where person_id = desk_people.id and state = 'paid'`,
    sql`update desk_people set program_day = current_day, program_state = state,
        program_moved_at = case when state = 'active' then now() - interval '1 day' - random() * interval '1 day' end
      from desk_person_orders join subscriptions using (order_id) where person_id = desk_people.id`,
    sql`update desk_people set last_in_at = last_inbound_at, last_out_at = last_inbound_at - interval '1 hour',
        waits_since = case when ${number} % 1000 = 0 then last_inbound_at end,
        talk_order = case when ${number} % 1000 = 0 then extract(epoch from last_inbound_at) - 1e10
          else 1e10 - extract(epoch from active_at) end
      from desk_person_contacts join message_contacts on message_contacts.id = contact_id
      where person_id = desk_people.id`,
    sql`update desk_person_contacts theirs set waits_since = desk_people.waits_since
      from desk_people where desk_people.id = person_id and desk_people.waits_since is not null`,
    sql`update desk_people set agreed = true
      where finished_at is not null and 'marketing' = any (consents) and bought = '{}'`,
  ]
}
