import { retreatProgress } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Transaction } from 'kysely'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { Message } from '../messages/message-repository.ts'
import type { OnUnreached } from '../messages/settle-message.ts'
import type { Tables } from '../services/tables.ts'
import { sendUnreachedNoteJob } from './send-unreached-note.job.ts'
import {
  lockSubscription,
  type Subscription,
  saveProgress,
  saveUnreached,
} from './subscription-repository.ts'

/**
 * Takes back a day that WhatsApp could not deliver, so that it is sent again, and holds its program while it writes to that number. Buyer and
 * owner are told once for each number. Answers whether the program is held.
 */
export function recordUnreached({ jobs }: { jobs: Pick<Jobs, 'enqueue'> }): OnUnreached {
  return async (trx, message, now) => {
    if (message.kind !== 'daily' || !message.subscriptionId) return false
    const subscription = await lockSubscription(trx, message.subscriptionId)
    if (!subscription || subscription.round !== message.round) return false
    const { id, progress } = subscription
    const days = await findRoundDays(trx, subscription)
    await saveProgress(trx, id, { ...progress, ...retreatProgress(progress, days) }, now)
    if (!(await writesTo(trx, subscription, message))) return false
    if (progress.isUnreached || progress.state === 'cancelled') return true
    await saveUnreached(trx, id, message.contactId)
    await jobs.enqueue(trx, sendUnreachedNoteJob, { subscriptionId: id })
    await jobs.enqueue(trx, alertOwnerJob, {
      alert: 'number_unreached',
      reference: String(subscription.invId),
    })
    return true
  }
}

/** The days of a round that WhatsApp gave back, and the date of the newest message that it did not. */
async function findRoundDays(
  trx: Transaction<Tables>,
  { id, round, timezone }: Subscription,
): Promise<{ failed: number[]; lastSentOn: string | null }> {
  const rows = await trx
    .selectFrom('messages')
    .select(['kind', 'day', 'status', 'failure', 'sent_at'])
    .where('subscription_id', '=', id)
    .where('round', '=', round)
    .where('moves_progress', '=', true)
    .execute()
  const isBack = ({ status, failure }: (typeof rows)[number]) =>
    status === 'failed' && failure === 'recipient'
  const sentAt = rows.flatMap((row) => (row.sent_at && row.status !== 'failed' ? row.sent_at.getTime() : []))
  return {
    failed: rows.flatMap((row) => (row.kind === 'daily' && row.day && isBack(row) ? row.day : [])),
    lastSentOn: sentAt.length > 0 ? localTime(new Date(Math.max(...sentAt)), timezone).date : null,
  }
}

async function writesTo(
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
