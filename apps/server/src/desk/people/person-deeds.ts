import type { ProgramDeed } from '@app/contracts/desk/person'
import type { AuditAction } from '@app/domain/desk/journal'
import { type Kysely, sql } from 'kysely'
import { recordDeskAct } from '../../audit/record-audit.ts'
import { resendChecklist } from '../../checklists/resend-checklist.ts'
import { invalidInput, notFound, whatsappOff } from '../../http/app-error.ts'
import { type RefundServices, refundOrder } from '../../orders/refund-order.ts'
import type { Tables } from '../../services/tables.ts'
import { pauseSubscription } from '../../subscriptions/pause-subscription.ts'
import type { DailyServices } from '../../subscriptions/queue-due-messages.ts'
import { repeatDay } from '../../subscriptions/repeat-day.ts'
import { resetSubscription } from '../../subscriptions/reset-subscription.ts'
import { findSubject, type PersonAct } from './mark-person.ts'

/** What deeds about people are done with: each by the one use case that knows its rule. */
export type DeedServices = DailyServices &
  Pick<RefundServices, 'endSubscription'> & {
    /** Whether messages are on. */
    canMessage: boolean
    /** Called when messages wait to be sent. */
    wake: () => void
  }

/** Sends a person the checklist of their newest result once more. Throws `opted_out`, `whatsapp_off`, `invalid_input`. */
export async function sendChecklistAgain(services: DeedServices, act: PersonAct): Promise<void> {
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
  const message = await resendChecklist(services, { phone, userId, subcategory })
  await record(db, act, { did: 'checklist_sent', message })
  wake()
}

/** Halts, lets go on, begins anew or repeats a day of a person's program. */
export async function steerProgram(
  services: DeedServices,
  act: PersonAct,
  { subscriptionId, ...deed }: ProgramDeed & { subscriptionId: string },
): Promise<void> {
  const { db } = services
  const before = await findProgram(db, act.personId, subscriptionId)
  switch (deed.deed) {
    case 'pause':
    case 'resume':
      await pauseSubscription(services, subscriptionId, { isPaused: deed.deed === 'pause' })
      break
    case 'begin':
      await resetSubscription(services, subscriptionId, { fromDay: deed.day })
      break
    case 'repeat':
      if (!services.canMessage) throw whatsappOff()
      await repeatDay(services, { subscriptionId, day: deed.day })
      services.wake()
  }
  const after = await findProgram(db, act.personId, subscriptionId)
  await record(
    db,
    act,
    { did: `program_${deed.deed}`, program: subscriptionId, ...('day' in deed && { day: deed.day }) },
    { before, after },
  )
}

/** Marks that an order's money was given back. Throws `order_not_paid`. */
export async function refundPersonsOrder(
  services: DeedServices,
  act: PersonAct,
  orderId: string,
): Promise<void> {
  const before = await findOrderState(services.db, act.personId, orderId)
  await refundOrder(services, orderId, act.by.userId)
  const after = await findOrderState(services.db, act.personId, orderId)
  await record(services.db, act, { did: 'refunded', order: orderId }, { before, after })
}

/** All that is kept about a person, for them to have. */
export async function exportPerson(db: Kysely<Tables>, act: PersonAct): Promise<unknown> {
  const userId = await findSubject(db, act.personId)
  const { rows } = userId
    ? await sql<{ data: unknown }>`select export_account(${userId}::uuid) as data`.execute(db)
    : await sql<{ data: unknown }>`select export_desk_person(${act.personId}::uuid) as data`.execute(db)
  await record(db, act, {}, undefined, 'person_exported')
  return rows[0]?.data ?? {}
}

async function findProgram(db: Kysely<Tables>, personId: string, subscriptionId: string) {
  const program = await db
    .selectFrom('subscriptions')
    .innerJoin('desk_person_orders', 'desk_person_orders.order_id', 'subscriptions.order_id')
    .select(['state', 'current_day', 'round', 'paused_at'])
    .where('subscriptions.id', '=', subscriptionId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!program) throw notFound()
  const { state, current_day: day, round, paused_at } = program
  return { state, day, round, paused: paused_at !== null }
}

async function findOrderState(db: Kysely<Tables>, personId: string, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('desk_person_orders', 'desk_person_orders.order_id', 'orders.id')
    .select('state')
    .where('orders.id', '=', orderId)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!order) throw notFound()
  return { state: order.state }
}

type Change = Pick<Parameters<typeof recordDeskAct>[1], 'before' | 'after'>

async function record(
  db: Kysely<Tables>,
  { personId, by }: PersonAct,
  details: Parameters<typeof recordDeskAct>[1]['details'],
  change: Change = {},
  action: AuditAction = 'person_changed',
): Promise<void> {
  const subject = await findSubject(db, personId)
  await recordDeskAct(db, { action, by, subject, details: { person: personId, ...details }, ...change })
}
