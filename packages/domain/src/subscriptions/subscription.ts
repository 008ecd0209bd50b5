import type { Order } from '../orders/order.ts'

export const subscriptionStates = ['active', 'finished', 'cancelled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** The mornings of the program are counted here unless the buyer is known to live elsewhere. */
export const defaultTimezone = 'Asia/Almaty'

/** The right to five daily messages after a paid program, as it begins; whose it is, its order says. */
export type NewSubscription = {
  orderId: string
  /** The last day whose message was sent; 0 before the first. */
  currentDay: number
  state: SubscriptionState
  /** The day of the purchase in `timezone`, `2026-11-02`. */
  startedOn: string
  timezone: string
}

/** The subscription that a paid order starts; null for a product that starts none. */
export function subscriptionFor(
  order: Pick<Order, 'id' | 'product'>,
  now: Date,
  timezone = defaultTimezone,
): NewSubscription | null {
  if (order.product !== 'subscription') return null
  return {
    orderId: order.id,
    currentDay: 0,
    state: 'active',
    startedOn: localDay(now, timezone),
    timezone,
  }
}

/** The calendar day at an instant in a time zone, as `2026-11-02`. */
export function localDay(instant: Date, timezone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' }).format(instant)
}
