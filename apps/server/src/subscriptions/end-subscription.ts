import type { Transaction } from 'kysely'
import { sentDays } from '../messages/sent-days.ts'
import type { Tables } from '../services/tables.ts'
import { stopWaitingDays } from './daily-message-repository.ts'
import { lockSubscriptionOfOrder, saveProgress } from './subscription-repository.ts'

/**
 * Ends the program that an order started: nothing more of it is sent. One that has finished stays
 * so. Answers how many of its days were sent; null when the order started none.
 */
export async function endSubscriptionOfOrder(
  trx: Transaction<Tables>,
  orderId: string,
  now: Date,
): Promise<number | null> {
  const subscription = await lockSubscriptionOfOrder(trx, orderId)
  if (!subscription) return null
  const { progress } = subscription
  if (progress.state === 'active') {
    await stopWaitingDays(trx, subscription.id, { failure: 'cancelled', now })
    await saveProgress(trx, subscription.id, { ...progress, state: 'cancelled' }, now)
  }
  const { sent } = await trx
    .selectFrom('subscriptions')
    .select(sentDays.as('sent'))
    .where('id', '=', subscription.id)
    .executeTakeFirstOrThrow()
  return sent.length
}
