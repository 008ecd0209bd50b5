import { normalisePhone } from '@app/domain/messages/phone'
import type { Category, Subcategory } from '@app/domain/result/categories'
import { firstDate, type SubscriptionProgress } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { SubscriptionState } from '@app/domain/subscriptions/subscription'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** A subscription as daily messaging needs it. */
export type Program = {
  id: string
  orderId: string
  userId: string | null
  email: string | null
  name: string | null
  /** Digits with the country code; null when the buyer left none that can be written to. */
  phone: string | null
  category: Category | null
  subcategory: Subcategory | null
  timezone: string
  /** How often it was begun, from 1. */
  round: number
  createdAt: Date
  /** When its present round began. */
  begunAt: Date
  progress: Omit<SubscriptionProgress, 'startsOn' | 'optedOut'>
}

/** What the plan of a day needs: the program's progress, the first date, and whether its reader opted out. */
export function toPlanned(
  program: Program,
  { sendAt, optedOut }: { sendAt: string; optedOut: boolean },
): SubscriptionProgress {
  return {
    ...program.progress,
    startsOn: firstDate(localTime(program.begunAt, program.timezone), sendAt),
    optedOut,
  }
}

export async function lockProgram(trx: Transaction<Tables>, id: string): Promise<Program | null> {
  const row = await select(trx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ? toProgram(row) : null
}

/** The program that an order started. */
export async function lockProgramOfOrder(trx: Transaction<Tables>, orderId: string): Promise<Program | null> {
  const row = await select(trx).where('order_id', '=', orderId).forUpdate().executeTakeFirst()
  return row ? toProgram(row) : null
}

/** A user's programs, in one order everywhere, so that two changes never wait for each other in a circle. */
export async function lockProgramsOfUser(trx: Transaction<Tables>, userId: string): Promise<Program[]> {
  const rows = await select(trx).where('user_id', '=', userId).orderBy('id').forUpdate().execute()
  return rows.map(toProgram)
}

/** Active programs in the order of their ids, from after `afterId`. */
export async function listActivePrograms(
  db: Kysely<Tables>,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<Program[]> {
  const rows = await select(db)
    .where('state', '=', 'active')
    .$if(afterId !== null, (query) => query.where('id', '>', afterId))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toProgram)
}

/** The programs bought with an e-mail address, newest first. */
export async function listProgramsOfEmail(db: Kysely<Tables>, email: string): Promise<Program[]> {
  const rows = await select(db)
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(toProgram)
}

/** A user's newest program. */
export async function findProgramOfUser(db: Kysely<Tables>, userId: string): Promise<Program | null> {
  const row = await select(db)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toProgram(row) : null
}

export async function savePhone(
  trx: Transaction<Tables>,
  id: string,
  phone: string,
  now: Date,
): Promise<void> {
  await trx.updateTable('subscriptions').set({ phone, updated_at: now }).where('id', '=', id).execute()
}

export async function saveProgress(
  trx: Transaction<Tables>,
  id: string,
  { currentDay, lastSentOn, state }: Pick<SubscriptionProgress, 'currentDay' | 'lastSentOn' | 'state'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ current_day: currentDay, last_sent_on: lastSentOn, state, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Begins a program again from its first day, as if it had been bought now. */
export async function saveNewRound(trx: Transaction<Tables>, program: Program, now: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      round: program.round + 1,
      begun_at: now,
      current_day: 0,
      last_sent_on: null,
      state: 'active',
      updated_at: now,
    })
    .where('id', '=', program.id)
    .execute()
}

type ProgramRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function select(db: Kysely<Tables>) {
  return db.selectFrom('subscriptions').select([
    'id',
    'order_id',
    'user_id',
    'email',
    'name',
    'phone',
    'category',
    'subcategory',
    'timezone',
    'round',
    'current_day',
    'state',
    'created_at',
    'begun_at',
    // The drivers read a date differently, one of them as midnight of its own time zone.
    sql<string | null>`last_sent_on::text`.as('last_sent_on'),
  ])
}

function toProgram(row: ProgramRow): Program {
  return {
    id: row.id,
    orderId: row.order_id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    phone: row.phone === null ? null : normalisePhone(row.phone),
    category: row.category,
    subcategory: row.subcategory,
    timezone: row.timezone,
    round: row.round,
    createdAt: row.created_at,
    begunAt: row.begun_at ?? row.created_at,
    progress: {
      state: row.state as SubscriptionState,
      currentDay: row.current_day,
      lastSentOn: row.last_sent_on,
    },
  }
}
