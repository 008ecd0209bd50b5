import type { SubscriptionState } from '../subscriptions/subscription.ts'
import type { OrderState } from './order.ts'
import { type ProductType, productTypes } from './products.ts'

/** A consultation includes a plan for three months, so there is nothing new to sell before. */
const consultationDays = 90
const dayMs = 24 * 60 * 60 * 1000

type PurchaseHistory = {
  orders: readonly { product: ProductType; state: OrderState; paidAt: string | null }[]
  /** The state of the newest program; null without one. */
  subscriptionState: SubscriptionState | null
}

/**
 * Lists the products that a buyer has now, so that they are not offered: a program under way, a
 * consultation whose plan still runs.
 */
export function ownedProducts({ orders, subscriptionState }: PurchaseHistory, now: number): ProductType[] {
  const has: Record<ProductType, boolean> = {
    subscription: subscriptionState === 'active',
    consultation: orders.some(
      ({ product, state, paidAt }) =>
        product === 'consultation' &&
        state === 'paid' &&
        paidAt !== null &&
        now - Date.parse(paidAt) < consultationDays * dayMs,
    ),
  }
  return productTypes.filter((product) => has[product])
}
