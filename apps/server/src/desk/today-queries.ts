import type { PersonRow } from '@app/contracts/desk/people'
import type { Fault, Today } from '@app/contracts/desk/today'
import { may, type StaffNeed, type StaffRole } from '@app/domain/auth/roles'
import type { ProductType } from '@app/domain/orders/products'
import { almatyDayStart } from '@app/domain/time/almaty'
import { type Kysely, sql } from 'kysely'
import { listTrapped } from '../leads/trapped-leads.ts'
import type { Tables } from '../services/tables.ts'
import { listConversations, listUndelivered, readConversations } from './messages/conversations-query.ts'
import { findDoubtfulSayings } from './messages/doubtful-sayings.ts'
import { countPeople, listPeople, type PeopleLook } from './people/people-query.ts'
import { whatStands } from './people/what-stands.ts'

/** So many rows of each list; the rest is a press away. */
const shown = 5
const max = 100
const dayMs = 24 * 60 * 60 * 1000

/** Reads the waiting work of a role. */
export async function readToday(
  db: Kysely<Tables>,
  { role, now, isPersonMissing }: { role: StaffRole; now: Date; isPersonMissing: boolean },
): Promise<Today> {
  const where = <Part>(need: StaffNeed, read: () => Promise<Part>) => (may(role, need) ? read() : null)
  const people = (look: PeopleLook) => lookAt(db, look, now)
  return {
    paid: await where('money', () => readPaid(db, almatyDayStart(now, 1))),
    asks: await where('messages', () => readAsks(db, now)),
    stands: await where('people', () => readStands(db, now)),
    arrange: await where('people', async () => {
      const { found, ...count } = await people({ view: 'arrange' })
      return {
        ...count,
        rows: found.map(({ arrangeSince, ...person }) => ({ ...called(person), paidAt: arrangeSince })),
      }
    }),
    contact: await where('people', async () => {
      const { found, ...count } = await people({ view: 'contact' })
      return {
        ...count,
        rows: found.map(({ nextContactOn, ...person }) => ({ ...called(person), on: nextContactOn ?? '' })),
      }
    }),
    finished: await where('people', async () =>
      toCount(await countPeople(db, { finished: 'today' }, { now, max })),
    ),
    undelivered: await where('messages', () => readUndelivered(db, new Date(now.getTime() - 7 * dayMs))),
    trapped: await where('people', () => readTrapped(db)),
    faults: await where('technics', async () => [
      ...(isPersonMissing ? ['person_missing' as const] : []),
      ...(await readFaults(db, now)),
    ]),
  }
}

async function lookAt(db: Kysely<Tables>, look: PeopleLook, now: Date) {
  const { people } = await listPeople(db, look, { now, limit: shown, seesAnswers: false })
  return { found: people, ...toCount(await countPeople(db, look, { now, max })) }
}

async function readStands(db: Kysely<Tables>, now: Date): Promise<Today['stands']> {
  const { found, ...count } = await lookAt(db, { view: 'stands' }, now)
  return {
    ...count,
    rows: found.flatMap((person) => {
      const stands = whatStands(person)
      return stands ? [{ ...called(person), ...stands }] : []
    }),
  }
}

/** Who has left no name goes by the address, or the number. */
function called({ id, name, email, phone }: Pick<PersonRow, 'id' | 'name' | 'email' | 'phone'>) {
  return { personId: id, name: name ?? email ?? phone }
}

/** Names a row; a gift's reader is shown by number, without the buyer's name. */
function named({ name, phone, isGift }: { name: string | null; phone: string | null; isGift: boolean }) {
  return isGift ? { name, giftPhone: phone } : { name: name ?? phone, giftPhone: null }
}

function toCount({ people, isMore }: { people: number; isMore: boolean }) {
  return { count: people, isMore }
}

function limited<Row>(rows: readonly Row[]) {
  return { rows: rows.slice(0, shown), count: Math.min(rows.length, max), isMore: rows.length > max }
}

type PaidRow = {
  order_id: string
  person_id: string | null
  name: string | null
  product: ProductType
  is_gift: boolean
  charge_tiyn: number
  paid_at: Date
}

async function readPaid(db: Kysely<Tables>, since: Date): Promise<Today['paid']> {
  const { rows } = await sql<PaidRow>`
    select orders.id as order_id, person_id, coalesce(desk_people.name, orders.name, desk_people.email, orders.email) as name, product, is_gift, charge_tiyn, paid_at
    from orders
    left join desk_person_orders on order_id = orders.id
    left join desk_people on desk_people.id = person_id
    where paid_at >= ${since} and orders.state = 'paid' and not test
    order by paid_at desc limit ${max + 1}`.execute(db)
  return limited(
    rows.map((row) => ({
      ...(row.person_id !== null && { personId: row.person_id }),
      ...{
        orderId: row.order_id,
        name: row.name,
        product: row.product,
        isGift: row.is_gift,
        chargeTiyn: row.charge_tiyn,
      },
      at: row.paid_at.toISOString(),
    })),
  )
}

/** Whoever may have asked for no more messages comes first: until it is decided they go on. */
async function readAsks(db: Kysely<Tables>, now: Date): Promise<Today['asks']> {
  const doubtful = await findDoubtfulSayings(db)
  const first = await readConversations(db, [...doubtful.keys()].slice(0, shown), now)
  const { talks } = await listConversations(db, { show: 'waiting', limit: shown, now })
  const others = talks.filter(({ personId }) => !first.some((talk) => talk.personId === personId))
  const count = toCount(await countPeople(db, { view: 'waiting' }, { now, max }))
  return {
    ...count,
    rows: [...first, ...others].slice(0, shown).map((talk) => ({
      ...{ personId: talk.personId, ...named(talk), question: doubtful.get(talk.personId) ?? talk.question },
      mayStop: doubtful.has(talk.personId),
      since: talk.waitsSince ?? talk.last.at,
    })),
  }
}

async function readUndelivered(db: Kysely<Tables>, since: Date): Promise<Today['undelivered']> {
  const { messages } = await listUndelivered(db, { limit: max + 1 })
  const late = messages.filter(({ at }) => at >= since.toISOString())
  // Five mornings that did not reach one person are one line.
  const byNumber = Map.groupBy(late, ({ personId, phone, messageId }) => `${personId} ${phone ?? messageId}`)
  const rows = [...byNumber.values()].flatMap(([newest, ...older]) => {
    if (!newest) return []
    const { personId, name, email, phone, isGift, at } = newest
    return {
      ...(personId !== null && { personId }),
      ...{ ...named({ name: name ?? email, phone, isGift }), at, messages: older.length + 1 },
    }
  })
  return { rows: rows.slice(0, shown), count: Math.min(late.length, max), isMore: late.length > max }
}

/** All of them: none has another place. */
async function readTrapped(db: Kysely<Tables>): Promise<Today['trapped']> {
  const found = await listTrapped(db, max + 1)
  const rows = found.slice(0, max).map(({ id, ...lead }) => ({ trappedId: id, ...lead }))
  return { rows, count: rows.length, isMore: found.length > max }
}

/** Failed jobs as the queue itself counts them, once a minute, of those it still keeps: a week's. Its jobs are too many to be read at each look. */
async function readFaults(db: Kysely<Tables>, now: Date): Promise<Fault[]> {
  const { rows } = await sql<Partial<Record<Fault, boolean>>>`
    select
      exists (select from message_channels where paused_until > ${now}) as whatsapp_paused,
      coalesce((select failure is not null from backups where ended_at is not null
        order by id desc limit 1), false) as backup_failed,
      exists (select from pgboss.queue where failed_count > 0) as jobs_failed`.execute(db)
  const [found] = rows
  return (['whatsapp_paused', 'backup_failed', 'jobs_failed'] as const).filter((fault) => found?.[fault])
}

/**
 * A word that is another one whenever a person, a payment or a message has changed, whichever process heard of it, again when the
 * changes that a look had no time for have been read, and when an attempt is kept apart or is no more.
 */
export async function readPulse(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select last_value || '-' || (select count(*) from desk_changes) || '-' || (select count(*) from trapped_leads) as mark
    from desk_changes_id_seq`.execute(db)
  return rows[0]?.mark ?? ''
}
