import type { Order } from '../orders/order.ts'
import { almatyZone } from '../time/almaty.ts'
import { localTime } from './local-time.ts'

export const subscriptionStates = ['active', 'finished', 'cancelled'] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** The program's time zone, unless the buyer lives elsewhere. */
const defaultTimezone = almatyZone

/** A new subscription: five daily messages after a payment. */
export type NewSubscription = {
  orderId: string
  /** The last day whose message was sent; 0 before the first. */
  currentDay: number
  state: SubscriptionState
  /** The local date of the purchase, `2026-11-02`. */
  startedOn: string
  timezone: string
  /** The time of the pause; null when it is active. */
  pausedAt: Date | null
}

/** Returns the subscription that a paid order starts; null for a product that starts none. */
export function subscriptionFor(
  order: Pick<Order, 'id' | 'product'>,
  { now, isPaused }: { now: Date; isPaused: boolean },
  timezone = defaultTimezone,
): NewSubscription | null {
  if (order.product !== 'subscription') return null
  return {
    orderId: order.id,
    currentDay: 0,
    state: 'active',
    startedOn: localTime(now, timezone).date,
    timezone,
    pausedAt: isPaused ? now : null,
  }
}
