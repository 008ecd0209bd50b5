import { toWhatsappNumber } from '@app/domain/messages/phone'
import { repeatedRequestMs } from '@app/domain/repeated-request'
import type { Category } from '@app/domain/result/categories'
import { sql, type Transaction } from 'kysely'
import { AppError, invalidInput, notFound } from '../http/app-error.ts'
import { findOrCreateContactByPhone, type MessageContact } from '../messages/contact-repository.ts'
import { findSuppressions } from '../messages/find-suppressions.ts'
import { optedOut } from '../messages/message-errors.ts'
import { insertMessage } from '../messages/message-repository.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { findDayMessage, lockDayMessage, queueDayMessages } from './daily-message-repository.ts'
import { greetingName } from './greeting-name.ts'
import type { DailyServices } from './queue-due-messages.ts'
import { lockSubscription, type Subscription } from './subscription-repository.ts'

export type ManualSend = {
  phone: string
  category: Category
  day: number
  subscriptionId?: string | undefined
  updateProgress: boolean
}

/** The message that goes out; not new when the same was asked for just now. */
export type ManualSendResult = { messageId: string; isNew: boolean }

/** The sender waits for the outcome, so a later delivery would confuse. */
const maxDelayMs = 24 * 3_600_000

/**
 * Queues one day's message for one phone regardless of the plan. A repeated request within two
 * minutes returns the same message. With `updateProgress` it replaces the program's own message.
 * Throws `invalid_input`, `not_found`, `program_ended` and `opted_out`.
 */
export async function manualSend(services: DailyServices, request: ManualSend): Promise<ManualSendResult> {
  const phone = toWhatsappNumber(request.phone)
  if (!phone) throw invalidInput({ phone: 'phone' })
  const now = services.now()
  return inTransaction(services.db, async (trx) => {
    // Locks in the plan's order: numbers, messages, programs. The number's lock serializes equal
    // requests.
    const contact = await findOrCreateContactByPhone(trx, phone)
    if (request.updateProgress) await lockDayMessage(trx, request)
    const named = request.subscriptionId ? await lockSubscription(trx, request.subscriptionId) : null
    if (request.subscriptionId && !named) throw notFound()
    if (named?.progress.state === 'cancelled') throw new AppError('program_ended')
    const [silence] = await findSuppressions(trx, [{ phone, userId: named?.userId ?? null }])
    if (silence?.optedOut || silence?.withdrawn) throw optedOut()

    const subscription = request.updateProgress || named?.phone === phone ? named : null
    const same = await findRecentManualSend(trx, subscription, contact, request, now)
    if (same !== null) return { messageId: same, isNew: false }
    const own =
      subscription && request.updateProgress
        ? await queueOwnDay(trx, subscription, contact, request, now)
        : null
    const messageId = own ?? (await insertManual(trx, subscription, contact, request, now))
    await services.jobs.enqueue(trx, sendDueMessagesJob, {})
    return { messageId, isNew: true }
  })
}

/** Finds an equal message of the last two minutes that has not failed. */
async function findRecentManualSend(
  trx: Transaction<Tables>,
  subscription: Subscription | null,
  contact: MessageContact,
  { category, day, updateProgress }: ManualSend,
  now: Date,
): Promise<string | null> {
  const since = new Date(now.getTime() - repeatedRequestMs)
  const row = await trx
    .selectFrom('messages')
    .select('id')
    .where('contact_id', '=', contact.id)
    .where(({ eb, ref }) =>
      eb(ref('subscription_id'), 'is not distinct from', sql<string>`${subscription?.id ?? null}::uuid`),
    )
    .where('category', '=', category)
    .where('day', '=', day)
    .where('status', '<>', 'failed')
    .where((where) =>
      updateProgress
        ? where.and([
            where('moves_progress', '=', true),
            where.or([where('created_at', '>', since), where('sent_at', '>', since)]),
          ])
        : where.and([where('kind', '=', 'manual'), where('created_at', '>', since)]),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Uses the day's own place in the program; null when its message was accepted before, and this one comes on top. */
async function queueOwnDay(
  trx: Transaction<Tables>,
  subscription: Subscription,
  contact: MessageContact,
  { category, day }: ManualSend,
  now: Date,
): Promise<string | null> {
  const place = { subscriptionId: subscription.id, round: subscription.round, day }
  const { userId, subcategory } = subscription
  const recipientName = greetingName(subscription, day)
  const message = { ...place, userId, recipientName, contactId: contact.id, category, subcategory }
  const [queued] = await queueDayMessages(trx, [message], { now, reviveAll: true, morningOnly: false })
  if (queued) return queued.id
  const there = await findDayMessage(trx, place)
  return there && !there.isAccepted ? there.id : null
}

function insertManual(
  trx: Transaction<Tables>,
  subscription: Subscription | null,
  contact: MessageContact,
  { category, day, updateProgress }: ManualSend,
  now: Date,
): Promise<string> {
  return insertMessage(trx, {
    kind: 'manual',
    contact_id: contact.id,
    user_id: subscription?.userId ?? null,
    category,
    subcategory: subscription?.subcategory ?? null,
    subscription_id: subscription?.id ?? null,
    round: subscription?.round ?? null,
    day,
    moves_progress: updateProgress,
    recipient_name: subscription && greetingName(subscription, day),
    created_at: now,
    deadline: new Date(now.getTime() + maxDelayMs),
    next_attempt_at: now,
  })
}
