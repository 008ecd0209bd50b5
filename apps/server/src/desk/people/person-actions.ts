import { isDeepStrictEqual } from 'node:util'
import type { ProgramAction } from '@app/contracts/desk/person'
import type { AuditAction } from '@app/domain/desk/journal'
import { type Kysely, sql, type Transaction } from 'kysely'
import { recordDeskAction } from '../../audit/record-audit.ts'
import { resendChecklist } from '../../checklists/resend-checklist.ts'
import { invalidInput, notFound, whatsappOff } from '../../http/app-error.ts'
import type { Staff } from '../../http/staff.ts'
import { type RefundServices, refundOrder } from '../../orders/refund/refund-order.ts'
import type { Tables } from '../../services/tables.ts'
import { pauseSubscription } from '../../subscriptions/pause-subscription.ts'
import type { DailyServices } from '../../subscriptions/queue-due-messages.ts'
import { repeatDay } from '../../subscriptions/repeat-day.ts'
import { resetSubscription } from '../../subscriptions/reset-subscription.ts'
import { lockPerson } from './lock-person.ts'
import { findSubject, type PersonAct } from './person-act.ts'

/** The services of the actions about a person. */
export type ActionServices = DailyServices &
  Pick<RefundServices, 'endSubscription'> & {
    canMessage: boolean
    /** Called when messages wait to be sent. */
    wake: () => void
  }

/** Sends a person the checklist of their newest result once more. Throws `opted_out`, `whatsapp_off`, `invalid_input`. */
export async function sendChecklistAgain(services: ActionServices, act: PersonAct): Promise<void> {
  const { db, canMessage, wake } = services
  if (!canMessage) throw whatsappOff()
  const person = await db
    .selectFrom('desk_people')
    .select(['phone', 'user_id', 'subcategory'])
    .where('id', '=', act.personId)
    .executeTakeFirst()
  if (!person) throw notFound()
  const { phone, user_id: userId, subcategory } = person
  if (!phone || !subcategory) throw invalidInput({ phone: phone ? 'result' : 'phone' })
  await db.transaction().execute(async (trx) => {
    const subject = await lockPerson(trx, act.personId)
    const message = await resendChecklist({ ...services, db: trx }, { phone, userId, subcategory })
    if (message) await record(trx, { ...act, subject }, { did: 'checklist_sent', message })
  })
  wake()
}

/** Pauses, resumes, restarts or repeats a person's program. */
export async function changeProgram(
  services: ActionServices,
  act: PersonAct,
  { subscriptionId, ...action }: ProgramAction & { subscriptionId: string },
): Promise<void> {
  if (action.action === 'repeat' && !services.canMessage) throw whatsappOff()
  await services.db.transaction().execute(async (trx) => {
    const subject = await lockPerson(trx, act.personId)
    const before = await lockProgram(trx, act.personId, subscriptionId)
    const message = await applyProgramAction({ ...services, db: trx }, subscriptionId, action)
    const after = await lockProgram(trx, act.personId, subscriptionId)
    if (!message && isDeepStrictEqual(before, after)) return
    const day = 'day' in action ? { day: action.day } : {}
    await record(
      trx,
      { ...act, subject },
      { did: `program_${action.action}`, program: subscriptionId, ...day },
      { before, after },
    )
  })
  if (action.action === 'repeat') services.wake()
}

/** Returns the id of the queued message; null without one. */
async function applyProgramAction(
  services: ActionServices,
  subscriptionId: string,
  action: ProgramAction,
): Promise<string | null> {
  switch (action.action) {
    case 'pause':
    case 'resume':
      await pauseSubscription(services, subscriptionId, { isPaused: action.action === 'pause' })
      return null
    case 'begin':
      await resetSubscription(services, subscriptionId, { fromDay: action.day })
      return null
    case 'repeat':
      return repeatDay(services, { subscriptionId, day: action.day })
  }
}

/** Marks that an order's money was given back. Throws `order_not_paid`. */
export function refundPersonsOrder(services: ActionServices, act: PersonAct, orderId: string): Promise<void> {
  return services.db.transaction().execute(async (trx) => {
    const subject = await lockPerson(trx, act.personId)
    if ((await findBuyer(trx, orderId)) !== act.personId) throw notFound()
    if (!(await refundOrder({ ...services, db: trx }, orderId, act.by.userId))) return
    await record(trx, { ...act, subject }, { did: 'refunded', order: orderId }, refunded)
  })
}

/**
 * Records the refund of an order without a person, because the buyer was deleted. Throws
 * `not_found` for an order with a person, and `order_not_paid`.
 */
export function refundOrderWithoutPerson(
  services: RefundServices,
  { orderId, by }: { orderId: string; by: Staff },
): Promise<void> {
  return services.db.transaction().execute(async (trx) => {
    if (!(await hasNoPerson(trx, orderId))) throw notFound()
    if (!(await refundOrder({ ...services, db: trx }, orderId, by.userId))) return
    await recordDeskAction(trx, {
      ...{ action: 'person_changed', by, ...refunded },
      details: { did: 'refunded', order: orderId },
    })
  })
}

const refunded = { before: { state: 'paid' }, after: { state: 'refunded' } }

/** Exports all data of a person. */
export async function exportPerson(db: Kysely<Tables>, act: PersonAct): Promise<unknown> {
  const userId = await findSubject(db, act.personId)
  const { rows } = userId
    ? await sql<{ data: unknown }>`select export_account(${userId}::uuid) as data`.execute(db)
    : await sql<{ data: unknown }>`select export_desk_person(${act.personId}::uuid) as data`.execute(db)
  await record(db, { ...act, subject: userId }, {}, undefined, 'person_exported')
  return rows[0]?.data ?? {}
}

async function lockProgram(trx: Transaction<Tables>, personId: string, subscriptionId: string) {
  const program = await trx
    .selectFrom('subscriptions')
    .innerJoin('desk_person_orders', 'desk_person_orders.order_id', 'subscriptions.order_id')
    .select(['state', 'current_day', 'round', 'paused_at'])
    .where('subscriptions.id', '=', subscriptionId)
    .where('person_id', '=', personId)
    .forUpdate('subscriptions')
    .executeTakeFirst()
  if (!program) throw notFound()
  const { state, current_day: day, round, paused_at } = program
  return { state, day, round, paused: paused_at !== null }
}

async function findBuyer(trx: Transaction<Tables>, orderId: string): Promise<string | null> {
  const known = await trx
    .selectFrom('desk_person_orders')
    .select('person_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return known?.person_id ?? null
}

/**
 * Returns true when an order has no person, like `forget_desk_order`. Unread orders count as having
 * one.
 */
async function hasNoPerson(trx: Transaction<Tables>, orderId: string): Promise<boolean> {
  const order = await trx
    .selectFrom('orders')
    .select(['user_id', 'email', 'name', 'phone'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  return order !== undefined && Object.values(order).every((value) => value === null)
}

type AuditedChange = Pick<Parameters<typeof recordDeskAction>[1], 'before' | 'after'>

async function record(
  db: Kysely<Tables>,
  { personId, by, subject }: PersonAct & { subject: string | null },
  details: Parameters<typeof recordDeskAction>[1]['details'],
  change: AuditedChange = {},
  action: AuditAction = 'person_changed',
): Promise<void> {
  await recordDeskAction(db, { action, by, subject, details: { person: personId, ...details }, ...change })
}
