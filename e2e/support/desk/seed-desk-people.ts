import { almatyDayStart } from '@app/domain/time/almaty'
import { type Kysely, sql } from 'kysely'

type Somebody = {
  name: string
  phone: string
  /** How many days of Almaty ago they finished the quiz. */
  days: number
  source?: string
  agrees?: boolean
}

const cast = {
  aigerim: { name: 'Айгерим', phone: '77010000001', days: 1, source: 'instagram', agrees: true },
  aliya: { name: 'Алия', phone: '77010000002', days: 1, source: 'google' },
  madina: { name: 'Мадина', phone: '77010000003', days: 5, source: 'instagram', agrees: true },
  timur: { name: 'Тимур', phone: '77010000004', days: 6, source: 'instagram' },
  daniyar: { name: 'Данияр', phone: '77010000005', days: 2 },
  saule: { name: 'Сауле', phone: '77010000006', days: 3, source: 'whatsapp' },
  yerzhan: { name: 'Ержан', phone: '77010000007', days: 8 },
  zhanna: { name: 'Жанна', phone: '77010000008', days: 9, source: 'google' },
  oleg: { name: 'Олег', phone: '77010000009', days: 10 },
} satisfies Record<string, Somebody>

/** A few people, each with something for the owner to do. Times are counted from now, in days of Almaty. */
export async function seedDeskPeople<Tables>(db: Kysely<Tables>): Promise<void> {
  for (const somebody of Object.values(cast)) await seedLead(db, somebody)
  const hour = 1 / 24
  const { timur, daniyar, saule, yerzhan, zhanna, oleg } = cast

  const program = await seedOrder(db, timur, { product: 'subscription', daysAgo: 4 })
  await sql`insert into subscriptions (order_id, current_day, started_on, created_at)
    values (${program}::uuid, 1, current_date - 4, now() - interval '4 days')`.execute(db)
  await seedOrder(db, daniyar, { product: 'consultation', daysAgo: 1 })
  await seedOrder(db, saule, { product: 'subscription', daysAgo: 2, state: 'refunded' })
  const arranged = await seedOrder(db, zhanna, { product: 'consultation', daysAgo: 3, dueTiyn: 500_000 })
  await sql`insert into consultations (order_id, state, starts_at)
    values (${arranged}::uuid, 'arranged', now() - interval '3 hours')`.execute(db)

  await seedQuestion(db, saule, 'Можно ли кофе во время программы?', 2 * hour)
  await seedQuestion(db, yerzhan, 'Здравствуйте! Как записаться?', 30 * hour)
  const contact = await seedContact(db, oleg, null)
  await sql`insert into messages (kind, contact_id, created_at, deadline, status, send_state, failed_at, failure, error_code)
    values ('checklist', ${contact}::uuid, now(), now(), 'failed', 'done', now(), 'recipient', 131026)`.execute(
    db,
  )
}

const emailOf = ({ phone }: Somebody) => `person${phone.slice(-2)}@example.kz`

async function seedLead<Tables>(db: Kysely<Tables>, somebody: Somebody): Promise<void> {
  const at = new Date(almatyDayStart(new Date(), somebody.days).getTime() + 11 * 3_600_000)
  const { rows } = await sql<{ id: string; attempt_id: string }>`
    insert into quiz_leads (created_at, name, email, phone, quiz_answers, category, attempt_id, city)
    values (${at}, ${somebody.name}, ${emailOf(somebody)}, ${`+${somebody.phone}`}, '{"gender":"female","tongueColor":"5"}', 'AA2',
      gen_random_uuid(), 'Алматы')
    returning id, attempt_id`.execute(db)
  const [lead] = rows
  for (const kind of ['health', ...(somebody.agrees ? ['marketing'] : [])]) {
    await sql`insert into consents (lead_id, kind, version, text_sha256, accepted_at)
      values (${lead?.id}::uuid, ${kind}, '1', repeat('a', 64), ${at})`.execute(db)
  }
  if (!somebody.source) return
  await sql`insert into visits (id, attempt_id, began_at, seen_at, texts, utm_source, step, finished)
    values (gen_random_uuid(), ${lead?.attempt_id}::uuid, ${at}, ${at}, 'x', ${somebody.source}, 25, true)`.execute(
    db,
  )
}

type Bought = {
  product: 'subscription' | 'consultation'
  daysAgo: number
  state?: 'refunded'
  dueTiyn?: number
}

async function seedOrder<Tables>(db: Kysely<Tables>, somebody: Somebody, bought: Bought): Promise<string> {
  const { product, daysAgo, state = 'paid', dueTiyn = 0 } = bought
  const price = product === 'subscription' ? 500_000 : 5_000_000
  const { rows } = await sql<{ id: string }>`
    insert into orders (product, price_tiyn, deposit_tiyn, due_tiyn, charge_tiyn, state, email, name, phone, category, subcategory, created_at, paid_at)
    select ${product}, ${price}::int, ${dueTiyn}::int, ${dueTiyn}::int, ${price - dueTiyn}::int, ${state}, ${emailOf(somebody)},
      ${somebody.name}, ${`+${somebody.phone}`}, 'A', 'A2', at, at
    from (select now() - make_interval(days => ${daysAgo}::int) as at) as placed
    returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  if (state === 'refunded') {
    await sql`insert into order_acts (order_id, act, program_day, acted_at) values (${id}::uuid, 'refunded', 0, now())`.execute(
      db,
    )
  }
  return id
}

async function seedContact<Tables>(
  db: Kysely<Tables>,
  { phone }: Somebody,
  wroteAt: Date | null,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into message_contacts (phone, last_inbound_at) values (${phone}, ${wroteAt}) returning id`.execute(
    db,
  )
  return rows[0]?.id ?? ''
}

async function seedQuestion<Tables>(
  db: Kysely<Tables>,
  somebody: Somebody,
  text: string,
  daysAgo: number,
): Promise<void> {
  const at = new Date(Date.now() - daysAgo * 24 * 3_600_000)
  const contact = await seedContact(db, somebody, at)
  await sql`insert into inbound_messages (contact_id, provider_message_id, type, text, written_at)
    values (${contact}::uuid, ${somebody.phone}, 'text', ${text}, ${at})`.execute(db)
}
