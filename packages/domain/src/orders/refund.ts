import type { Order } from './order.ts'
import { programDays } from './products.ts'

export type Refund =
  | { outcome: 'refunded'; order: Order }
  | { outcome: 'already_refunded' }
  /** Without a payment there is nothing to refund. */
  | { outcome: 'refused'; reason: 'not_paid' }

/** Decides what it does to an order that its money was given back: nothing is owed any more. The same twice is one refund. */
export function refundOrder(order: Order): Refund {
  if (order.state === 'refunded') return { outcome: 'already_refunded' }
  if (order.state !== 'paid') return { outcome: 'refused', reason: 'not_paid' }
  return { outcome: 'refunded', order: { ...order, state: 'refunded', dueTiyn: 0 } }
}

/**
 * Returns the amount that a paid consultation owes after the refund of the program that lowered it.
 * The buyer keeps either the refund or the lower price. A program that was not placed signed in
 * owes nothing, because anybody could have placed it.
 */
export function dueAfterRefundOfProgram(
  { depositTiyn, dueTiyn }: Pick<Order, 'depositTiyn' | 'dueTiyn'>,
  { isPlacedSignedIn }: Pick<Order, 'isPlacedSignedIn'>,
  refundedTiyn: number,
): number {
  return isPlacedSignedIn ? Math.max(dueTiyn, Math.min(depositTiyn, refundedTiyn)) : dueTiyn
}

/**
 * Returns the refund by the terms: a fifth of a program for each day that was not sent, and the
 * whole price of a consultation. `sentDays` is null without a program.
 */
export function refundDueTiyn(
  { product, chargeTiyn }: Pick<Order, 'product' | 'chargeTiyn'>,
  sentDays: number | null,
): number {
  if (product === 'consultation') return chargeTiyn
  const daysLeft = Math.max(0, programDays - (sentDays ?? 0))
  return Math.floor((chargeTiyn * daysLeft) / programDays)
}
