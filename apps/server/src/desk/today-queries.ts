import type { PersonRow } from '@app/contracts/desk/people'
import type { Fault, Today } from '@app/contracts/desk/today'
import { hasPermission, type StaffPermission, type StaffRole } from '@app/domain/auth/roles'
import type { ProductType } from '@app/domain/orders/products'
import { almatyDayStart } from '@app/domain/time/almaty'
import { type Kysely, sql } from 'kysely'
import { listQuarantinedLeads } from '../leads/quarantined-leads.ts'
import type { Tables } from '../services/tables.ts'
import { listConversations, listUndelivered, readConversations } from './messages/conversations-query.ts'
import { findDoubtfulCommands } from './messages/doubtful-commands.ts'
import { findStalledProgram } from './people/find-stalled-program.ts'
import { countPeople, listPeople, type PeopleSearch } from './people/people-query.ts'

/** The number of rows in each list. */
const maxShownRows = 5
const maxCounted = 100
const dayMs = 24 * 60 * 60 * 1000

/** Reads the waiting work of a role. */
export async function readToday(
  db: Kysely<Tables>,
  { role, now, isPersonMissing }: { role: StaffRole; now: Date; isPersonMissing: boolean },
): Promise<Today> {
  const where = <Part>(need: StaffPermission, read: () => Promise<Part>) =>
    hasPermission(role, need) ? read() : null
  const people = (look: PeopleSearch) => findPeople(db, look, now)
  return {
    paid: await where('money', () => readPaid(db, almatyDayStart(now, 1))),
    asks: await where('messages', () => readWaitingConversations(db, now)),
    stands: await where('people', () => readStalledPrograms(db, now)),
    arrange: await where('people', async () => {
      const { found, ...count } = await people({ view: 'arrange' })
      return {
        ...count,
        rows: found.map(({ arrangeSince, ...person }) => ({
          ...toNamedPerson(person),
          paidAt: arrangeSince,
        })),
      }
    }),
    contact: await where('people', async () => {
      const { found, ...count } = await people({ view: 'contact' })
      return {
        ...count,
        rows: found.map(({ nextContactOn, ...person }) => ({
          ...toNamedPerson(person),
          on: nextContactOn ?? '',
        })),
      }
    }),
    finished: await where('people', async () =>
      toCount(await countPeople(db, { finished: 'today' }, { now, max: maxCounted })),
    ),
    undelivered: await where('messages', () => readUndelivered(db, new Date(now.getTime() - 7 * dayMs))),
    trapped: await where('people', () => readQuarantinedLeads(db)),
    faults: await where('technics', async () => [
      ...(isPersonMissing ? ['person_missing' as const] : []),
      ...(await readFaults(db, now)),
    ]),
  }
}

async function findPeople(db: Kysely<Tables>, look: PeopleSearch, now: Date) {
  const { people } = await listPeople(db, look, { now, limit: maxShownRows, seesAnswers: false })
  return { found: people, ...toCount(await countPeople(db, look, { now, max: maxCounted })) }
}

async function readStalledPrograms(db: Kysely<Tables>, now: Date): Promise<Today['stands']> {
  const { found, ...count } = await findPeople(db, { view: 'stands' }, now)
  return {
    ...count,
    rows: found.flatMap((person) => {
      const stands = findStalledProgram(person)
      return stands ? [{ ...toNamedPerson(person), ...stands }] : []
    }),
  }
}

/** Uses the e-mail or the phone when there is no name. */
function toNamedPerson({ id, name, email, phone }: Pick<PersonRow, 'id' | 'name' | 'email' | 'phone'>) {
  return { personId: id, name: name ?? email ?? phone }
}

/** Names a row; a gift's reader is shown by number, without the buyer's name. */
function toNamedReader({
  name,
  phone,
  isGift,
}: {
  name: string | null
  phone: string | null
  isGift: boolean
}) {
  return isGift ? { name, giftPhone: phone } : { name: name ?? phone, giftPhone: null }
}

function toCount({ people, isMore }: { people: number; isMore: boolean }) {
  return { count: people, isMore }
}

function withinLimit<Row>(rows: readonly Row[]) {
  return {
    rows: rows.slice(0, maxShownRows),
    count: Math.min(rows.length, maxCounted),
    isMore: rows.length > maxCounted,
  }
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
    order by paid_at desc limit ${maxCounted + 1}`.execute(db)
  return withinLimit(
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

/** Lists possible opt-outs first, because messages go on until they are decided. */
async function readWaitingConversations(db: Kysely<Tables>, now: Date): Promise<Today['asks']> {
  const doubtful = await findDoubtfulCommands(db)
  const first = await readConversations(db, [...doubtful.keys()].slice(0, maxShownRows), now)
  const { talks } = await listConversations(db, { show: 'waiting', limit: maxShownRows, now })
  const others = talks.filter(({ personId }) => !first.some((talk) => talk.personId === personId))
  const count = toCount(await countPeople(db, { view: 'waiting' }, { now, max: maxCounted }))
  return {
    ...count,
    rows: [...first, ...others].slice(0, maxShownRows).map((talk) => ({
      ...{
        personId: talk.personId,
        ...toNamedReader(talk),
        question: doubtful.get(talk.personId) ?? talk.question,
      },
      mayStop: doubtful.has(talk.personId),
      since: talk.waitsSince ?? talk.last.at,
    })),
  }
}

async function readUndelivered(db: Kysely<Tables>, since: Date): Promise<Today['undelivered']> {
  const { messages } = await listUndelivered(db, { limit: maxCounted + 1 })
  const late = messages.filter(({ at }) => at >= since.toISOString())
  // Five mornings that did not reach one person are one line.
  const byNumber = Map.groupBy(late, ({ personId, phone, messageId }) => `${personId} ${phone ?? messageId}`)
  const rows = [...byNumber.values()].flatMap(([newest, ...older]) => {
    if (!newest) return []
    const { personId, name, email, phone, isGift, at } = newest
    return {
      ...(personId !== null && { personId }),
      ...{ ...toNamedReader({ name: name ?? email, phone, isGift }), at, messages: older.length + 1 },
    }
  })
  return {
    rows: rows.slice(0, maxShownRows),
    count: Math.min(late.length, maxCounted),
    isMore: late.length > maxCounted,
  }
}

/** Reads all of them, because no other page lists them. */
async function readQuarantinedLeads(db: Kysely<Tables>): Promise<Today['trapped']> {
  const found = await listQuarantinedLeads(db, maxCounted + 1)
  const rows = found.slice(0, maxCounted).map(({ id, ...lead }) => ({ trappedId: id, ...lead }))
  return { rows, count: rows.length, isMore: found.length > maxCounted }
}

/** Reads failed jobs from the queue's own statistics, because the jobs table is too large. */
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
 * Returns a token that changes with any person, payment or message, with applied changes, and with
 * quarantined leads.
 */
export async function readChangeToken(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select last_value || '-' || (select count(*) from desk_changes) || '-' || (select count(*) from trapped_leads) as mark
    from desk_changes_id_seq`.execute(db)
  return rows[0]?.mark ?? ''
}
