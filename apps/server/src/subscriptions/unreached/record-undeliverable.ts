import { rewindProgress } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Transaction } from 'kysely'
import type { Jobs } from '../../jobs/jobs.ts'
import { alertOwnerJob } from '../../mail/alert-owner.job.ts'
import type { Message } from '../../messages/message-repository.ts'
import type { OnUndeliverable } from '../../messages/settle-message.ts'
import type { Tables } from '../../services/tables.ts'
import {
  lockSubscription,
  type Subscription,
  saveProgress,
  saveUndeliverable,
} from '../subscription-repository.ts'
import { sendUnreachedNoteJob } from './send-unreached-note.job.ts'

/**
 * Reverts an undeliverable day, so that it is sent again, and stops the program for that number.
 * Buyer and owner are notified once for each number. A number that received a later day stops
 * nothing. Returns whether the program is stopped.
 */
export function recordUndeliverable({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }): OnUndeliverable {
  return async (trx, message, now) => {
    if (message.kind !== 'daily' || !message.subscriptionId) return false
    const subscription = await lockSubscription(trx, message.subscriptionId)
    if (!subscription || subscription.round !== message.round) return false
    const { id, progress } = subscription
    const days = await findRoundDays(trx, subscription, message.contactId)
    await saveProgress(trx, id, { ...progress, ...rewindProgress(progress, days) }, now)
    if (days.reached.some((day) => day > (message.day ?? 0))) return false
    if (!(await isMessageToProgram(trx, subscription, message))) return false
    if (progress.isUndeliverable || progress.state === 'cancelled') return true
    await saveUndeliverable(trx, id, message.contactId)
    await jobs.enqueue(trx, sendUnreachedNoteJob, { subscriptionId: id })
    await jobs.enqueue(trx, alertOwnerJob, {
      alert: 'number_unreached',
      reference: String(subscription.invId),
    })
    return true
  }
}

/** Finds the days of a round that WhatsApp gave back, those that reached this contact, and the date of the newest message not given back. */
async function findRoundDays(
  trx: Transaction<Tables>,
  { id, round, timezone }: Subscription,
  contactId: string,
): Promise<{ failed: number[]; reached: number[]; lastSentOn: string | null }> {
  const rows = await trx
    .selectFrom('messages')
    .select(['kind', 'day', 'status', 'failure', 'sent_at', 'contact_id'])
    .where('subscription_id', '=', id)
    .where('round', '=', round)
    .where('moves_progress', '=', true)
    .execute()
  const isBack = ({ status, failure }: (typeof rows)[number]) =>
    status === 'failed' && failure === 'recipient'
  const sentAt = rows.flatMap((row) => (row.sent_at && row.status !== 'failed' ? row.sent_at.getTime() : []))
  const isReached = ({ status, contact_id }: (typeof rows)[number]) =>
    contact_id === contactId && (status === 'delivered' || status === 'read')
  return {
    failed: rows.flatMap((row) => (row.kind === 'daily' && row.day && isBack(row) ? row.day : [])),
    reached: rows.flatMap((row) => (row.day && isReached(row) ? row.day : [])),
    lastSentOn: sentAt.length > 0 ? localTime(new Date(Math.max(...sentAt)), timezone).date : null,
  }
}

async function isMessageToProgram(
  trx: Transaction<Tables>,
  { phone }: Subscription,
  { contactId }: Message,
): Promise<boolean> {
  const contact = await trx
    .selectFrom('message_contacts')
    .select('phone')
    .where('id', '=', contactId)
    .executeTakeFirst()
  return phone !== null && contact?.phone === phone
}
