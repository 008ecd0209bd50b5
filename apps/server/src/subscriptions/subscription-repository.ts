import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { Category, Subcategory } from '@app/domain/result/categories'
import { firstDate, type MorningHours, type PlanProgress } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { NewSubscription } from '@app/domain/subscriptions/subscription'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type {} from './subscription-tables.ts'
import { isUndeliverable, undeliverablePhone } from './unreached/undeliverable.ts'

/** A subscription as daily messaging needs it. */
export type Subscription = {
  id: string
  orderId: string
  /** The number of its order, as its buyer knows it. */
  invId: number
  userId: string | null
  email: string | null
  /** The name in the greetings; null for a gift. */
  name: string | null
  isGift: boolean
  /** Digits with the country code; null when the buyer left none that can be written to. */
  phone: string | null
  /** The number that WhatsApp gave a day back for last, be it one that it no longer writes to. */
  undeliverablePhone: string | null
  category: Category | null
  subcategory: Subcategory | null
  timezone: string
  /** The number of the present round, from 1. */
  round: number
  createdAt: Date
  /** The time when its present round began. */
  begunAt: Date
  progress: Omit<PlanProgress, 'startsOn' | 'optedOut'>
}

/**
 * Builds the input of a day's plan: the program's progress, the first date, and whether its reader
 * opted out.
 */
export function toPlanProgress(
  subscription: Subscription,
  { sendAt, optedOut }: Pick<MorningHours, 'sendAt'> & { optedOut: boolean },
): PlanProgress {
  return {
    ...subscription.progress,
    startsOn: firstDate(localTime(subscription.begunAt, subscription.timezone), sendAt),
    optedOut,
  }
}

/** Inserts the subscription that an order starts; an order that has one keeps it. */
export async function insertSubscription(
  trx: Transaction<Tables>,
  subscription: NewSubscription,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({
      order_id: subscription.orderId,
      current_day: subscription.currentDay,
      state: subscription.state,
      started_on: subscription.startedOn,
      timezone: subscription.timezone,
      paused_at: subscription.pausedAt,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}

export async function lockSubscription(trx: Transaction<Tables>, id: string): Promise<Subscription | null> {
  const row = await select(trx)
    .where('subscriptions.id', '=', id)
    .forUpdate('subscriptions')
    .executeTakeFirst()
  return row ? toSubscription(row) : null
}

export async function findSubscription(db: Kysely<Tables>, id: string): Promise<Subscription | null> {
  const row = await select(db).where('subscriptions.id', '=', id).executeTakeFirst()
  return row ? toSubscription(row) : null
}

/** Locks programs in a fixed order, so that concurrent changes cannot deadlock. */
export async function lockSubscriptions(
  trx: Transaction<Tables>,
  ids: readonly string[],
): Promise<Subscription[]> {
  const rows = await select(trx)
    .where('subscriptions.id', 'in', ids)
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute()
  return rows.map(toSubscription)
}

/** The program that an order started. */
export async function lockSubscriptionOfOrder(
  trx: Transaction<Tables>,
  orderId: string,
): Promise<Subscription | null> {
  const row = await select(trx).where('order_id', '=', orderId).forUpdate('subscriptions').executeTakeFirst()
  return row ? toSubscription(row) : null
}

/** The program that an order started; null before it is paid. */
export async function findSubscriptionOfOrder(
  db: Kysely<Tables>,
  orderId: string,
): Promise<Subscription | null> {
  const row = await select(db).where('order_id', '=', orderId).executeTakeFirst()
  return row ? toSubscription(row) : null
}

/** A user's programs, in one order everywhere, so that two changes never wait for each other in a circle. */
export async function lockSubscriptionsOfUser(
  trx: Transaction<Tables>,
  userId: string,
): Promise<Subscription[]> {
  const rows = await select(trx)
    .where('user_id', '=', userId)
    .orderBy('subscriptions.id')
    .forUpdate('subscriptions')
    .execute()
  return rows.map(toSubscription)
}

/** Active programs in the order of their ids, from after `afterId`. */
export async function listActiveSubscriptions(
  db: Kysely<Tables>,
  { afterId, limit }: { afterId: string | null; limit: number },
): Promise<Subscription[]> {
  const rows = await select(db)
    .where('subscriptions.state', '=', 'active')
    .$if(afterId !== null, (query) => query.where('subscriptions.id', '>', afterId))
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute()
  return rows.map(toSubscription)
}

/** The programs bought with an e-mail address, newest first. */
export async function listSubscriptionsOfEmail(db: Kysely<Tables>, email: string): Promise<Subscription[]> {
  const rows = await select(db)
    .where(sql`lower(email)`, '=', email.trim().toLowerCase())
    .orderBy('subscriptions.created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(toSubscription)
}

const maxSubscriptionsOfUser = 200

/** A user's programs, the newest first. */
export async function listSubscriptionsOfUser(db: Kysely<Tables>, userId: string): Promise<Subscription[]> {
  const rows = await select(db)
    .where('user_id', '=', userId)
    .orderBy('subscriptions.created_at', 'desc')
    .limit(maxSubscriptionsOfUser)
    .execute()
  return rows.map(toSubscription)
}

/**
 * Lists programs that write to one of these numbers (digits) and are active or sent something since
 * `sentSince` (`2026-11-02`). Stored spellings differ, so numbers match by their end.
 */
export async function listSubscriptionsOfPhones(
  db: Kysely<Tables>,
  phones: readonly string[],
  { sentSince }: { sentSince: string },
): Promise<Subscription[]> {
  const ends = [...new Set(phones.map((phone) => phone.slice(-9)))]
  const writing = select(db).where((where) =>
    where.or([
      where('subscriptions.state', '=', 'active'),
      where('subscriptions.last_sent_on', '>=', sql<string>`${sentSince}::date`),
    ]),
  )
  // These exact expressions have indexes.
  const moved = await writing
    .where(sql<string>`right(regexp_replace(subscriptions.phone, '[^0-9]', '', 'g'), 9)`, 'in', ends)
    .execute()
  const ordered = await writing
    .where('subscriptions.phone', 'is', null)
    .where(sql<string>`right(regexp_replace(orders.phone, '[^0-9]', '', 'g'), 9)`, 'in', ends)
    .execute()
  const wanted = new Set(phones)
  return [...moved, ...ordered].map(toSubscription).filter(({ phone }) => phone !== null && wanted.has(phone))
}

/** Replaces the order's phone for this program. */
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
  { currentDay, lastSentOn, state }: Pick<PlanProgress, 'currentDay' | 'lastSentOn' | 'state'>,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ current_day: currentDay, last_sent_on: lastSentOn, state, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Notes the number that WhatsApp does not reach; null once it is to be tried anew. */
export async function saveUndeliverable(
  trx: Transaction<Tables>,
  id: string,
  contactId: string | null,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ unreached_contact_id: contactId })
    .where('id', '=', id)
    .execute()
}

/** Pauses or resumes a program. */
export async function savePaused(
  trx: Transaction<Tables>,
  id: string,
  pausedAt: Date | null,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ paused_at: pausedAt, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Begins a program again, as if it had been bought now; from its first day or a later one. */
export async function saveNewRound(
  trx: Transaction<Tables>,
  subscription: Subscription,
  { fromDay, now }: { fromDay: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      round: subscription.round + 1,
      begun_at: now,
      current_day: fromDay - 1,
      last_sent_on: null,
      state: 'active',
      paused_at: null,
      updated_at: now,
    })
    .where('id', '=', subscription.id)
    .execute()
}

type SelectedRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

/** A subscription with what its order says of whom it is for. */
function select(db: Kysely<Tables>) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.id', 'subscriptions.order_id')
    .select([
      'subscriptions.id',
      'order_id',
      'subscriptions.state',
      'subscriptions.created_at',
      'begun_at',
      'paused_at',
    ])
    .select([
      'inv_id',
      'user_id',
      'email',
      'name',
      'is_gift',
      'category',
      'subcategory',
      'timezone',
      'round',
      'current_day',
    ])
    .select([
      sql<string | null>`coalesce(subscriptions.phone, orders.phone)`.as('phone'),
      // The drivers read a date differently, one of them as midnight of its own time zone.
      sql<string | null>`last_sent_on::text`.as('last_sent_on'),
      undeliverablePhone.as('undeliverable_phone'),
    ])
}

function toSubscription(row: SelectedRow): Subscription {
  const phone = row.phone === null ? null : toWhatsappNumber(row.phone)
  return {
    id: row.id,
    orderId: row.order_id,
    invId: row.inv_id,
    userId: row.user_id,
    email: row.email,
    name: row.is_gift ? null : row.name,
    isGift: row.is_gift,
    phone,
    undeliverablePhone: row.undeliverable_phone,
    category: row.category,
    subcategory: row.subcategory,
    timezone: row.timezone,
    round: row.round,
    createdAt: row.created_at,
    begunAt: row.begun_at ?? row.created_at,
    progress: {
      state: row.state,
      currentDay: row.current_day,
      lastSentOn: row.last_sent_on,
      isPaused: row.paused_at !== null,
      isUndeliverable: isUndeliverable(phone, row.undeliverable_phone),
    },
  }
}
