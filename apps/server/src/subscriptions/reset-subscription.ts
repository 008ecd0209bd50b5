import { hasJustStarted } from '@app/domain/subscriptions/program-start'
import type { Kysely } from 'kysely'
import { AppError, notFound } from '../http/app-error.ts'
import { isPaid } from '../orders/list/order-queries.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { stopWaitingDays } from './daily-message-repository.ts'
import { lockSubscription, saveNewRound } from './subscription-repository.ts'

/**
 * Restarts a program from a given day at the next hour of sending. Returns the round; concurrent
 * requests share one. Throws `not_found` and `order_not_paid`.
 */
export function resetSubscription(
  { db, now }: { db: Kysely<Tables>; now: () => Date },
  subscriptionId: string,
  { fromDay = 1 }: { fromDay?: number } = {},
): Promise<{ subscriptionId: string; round: number }> {
  return inTransaction(db, async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId)
    if (!subscription) throw notFound()
    if (!(await isPaid(trx, subscription.orderId))) throw new AppError('order_not_paid')
    if (hasJustStarted(subscription, { fromDay, now: now() })) {
      return { subscriptionId: subscription.id, round: subscription.round }
    }
    await stopWaitingDays(trx, subscription.id, { failure: 'reset', now: now() })
    await saveNewRound(trx, subscription, { fromDay, now: now() })
    return { subscriptionId: subscription.id, round: subscription.round + 1 }
  })
}
