import type { Subscription } from '@app/domain/subscriptions/subscription'
import type { Transaction } from 'kysely'
import { toBuyerColumns } from '../orders/order-repository.ts'
import type { Tables } from '../services/tables.ts'
import type {} from './subscription-tables.ts'

/** Inserts the subscription that an order starts; an order that has one keeps it. */
export async function insertSubscription(
  trx: Transaction<Tables>,
  subscription: Subscription,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({
      order_id: subscription.orderId,
      ...toBuyerColumns(subscription.buyer),
      current_day: subscription.currentDay,
      state: subscription.state,
      started_on: subscription.startedOn,
      timezone: subscription.timezone,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute()
}
