import type { Order } from './order.ts'
import { programDays } from './products.ts'

export type Refund =
  | { outcome: 'refunded'; order: Order }
  | { outcome: 'already_refunded' }
  /** Nothing was paid, so there is nothing to give back. */
  | { outcome: 'refused'; reason: 'not_paid' }

/** Decides what it does to an order that its money was given back: nothing is owed any more. The same twice is one refund. */
export function refundOrder(order: Order): Refund {
  if (order.state === 'refunded') return { outcome: 'already_refunded' }
  if (order.state !== 'paid') return { outcome: 'refused', reason: 'not_paid' }
  return { outcome: 'refunded', order: { ...order, state: 'refunded', dueTiyn: 0 } }
}

/**
 * Returns what a paid consultation owes once the program that lowered it is refunded, in whole
 * tiyn: the part of the program's refund that was taken off the consultation. So the buyer has that
 * money or the lower price, whichever they ask for, and never both. Of a program that was not
 * placed signed in nobody knows who has the money back: whoever names somebody's e-mail must not
 * bring them a debt.
 */
export function dueAfterRefundOfProgram(
  { depositTiyn, dueTiyn }: Pick<Order, 'depositTiyn' | 'dueTiyn'>,
  { isPlacedSignedIn }: Pick<Order, 'isPlacedSignedIn'>,
  refundedTiyn: number,
): number {
  return isPlacedSignedIn ? Math.max(dueTiyn, Math.min(depositTiyn, refundedTiyn)) : dueTiyn
}

/**
 * Returns the refund of an order by the terms, in whole tiyn (section on returns): of the program,
 * a fifth for each day that has not come, be it still ahead or passed over; of a consultation, all
 * of it, since whether it was called off in time is the owner's to judge. `sentDays` is how many of
 * the program's days were sent, null where there is no program.
 */
export function refundDueTiyn(
  { product, chargeTiyn }: Pick<Order, 'product' | 'chargeTiyn'>,
  sentDays: number | null,
): number {
  if (product === 'consultation') return chargeTiyn
  const daysLeft = Math.max(0, programDays - (sentDays ?? 0))
  return Math.floor((chargeTiyn * daysLeft) / programDays)
}
