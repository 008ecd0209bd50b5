import type { Category, Subcategory } from '../result/categories.ts'
import type { ProductType } from './products.ts'

/**
 * The browser's record of a purchase between the pay button and the return page (specification,
 * section 3). It stays local.
 */
export type PaymentIntent = {
  /** Starts with `pi_`. */
  id: string
  productType: ProductType
  /** Unix milliseconds. */
  timestamp: number
  /** Tenge, as displayed. */
  price: number
  /** Unix milliseconds, 24 hours after `timestamp`. */
  expiresAt: number
  category: Category | null
  subcategory: Subcategory | null
  userId: string | null
  hasEmail: boolean
  /** The button that created it. */
  source: string
}

export const paymentIntentLifetimeMs = 24 * 60 * 60 * 1000
const paymentIntentHistoryLength = 10

export function makePaymentIntent(
  facts: Omit<PaymentIntent, 'id' | 'timestamp' | 'expiresAt'>,
  now: number,
  randomId: string,
): PaymentIntent {
  return { ...facts, id: `pi_${randomId}`, timestamp: now, expiresAt: now + paymentIntentLifetimeMs }
}

export function isExpired(intent: PaymentIntent, now: number): boolean {
  return now >= intent.expiresAt
}

/** Returns the history with one more intent: without expired ones, newest first, at most 10. */
export function rememberIntent<Intent extends PaymentIntent>(
  history: readonly Intent[],
  intent: Intent,
  now: number,
): Intent[] {
  return [intent, ...history.filter((other) => other.id !== intent.id && !isExpired(other, now))].slice(
    0,
    paymentIntentHistoryLength,
  )
}
