import type { Subcategory } from '../result/categories.ts'
import type { ProductType } from './products.ts'

export const orderStates = ['created', 'paid', 'failed', 'refunded', 'expired'] as const
export type OrderState = (typeof orderStates)[number]

/** Who buys, as far as is known. A visitor may buy without an account and without an e-mail. */
export type Buyer = {
  userId: string | null
  leadId: string | null
  email: string | null
  name: string | null
  phone: string | null
  subcategory: Subcategory | null
}

/** One purchase at one price. Money is whole tiyn; `invId` is its number with the payment provider. */
export type Order = {
  id: string
  invId: number
  product: ProductType
  priceTiyn: number
  depositTiyn: number
  chargeTiyn: number
  /** Of the deposit, what turned out not to be there when the money came: the buyer still owes it. */
  dueTiyn: number
  currency: 'KZT'
  state: OrderState
  /** Placed in the provider's test mode, where no money moves. */
  test: boolean
  buyer: Buyer
  /** By its buyer's account; else an account has it by its e-mail alone, and anybody may have paid it. */
  isPlacedSignedIn: boolean
  /** A program that the buyer gives to somebody: the buyer's phone is that person's. */
  isGift: boolean
  /** The buyer knew of a program under way, and asked for one more. */
  isConfirmedDuplicate: boolean
  /** The paid order that this one seems to repeat. */
  duplicateOfOrderId: string | null
  createdAt: Date
  paidAt: Date | null
}

/** The claim, already proven to come from the provider, that an order's number was paid. */
export type PaymentNotice = {
  invId: number
  amountTiyn: number
  test: boolean
  /** The product that the provider returned to us; null where it returns none. */
  product: string | null
  /** The id of the order that the provider returned to us; null where it returns none. */
  orderId: string | null
  /** When the money came, as the provider says; null where it does not. */
  paidAt: Date | null
}

/** How much earlier than its order a payment may seem to be: the clocks here and there differ. */
const clockToleranceMs = 10 * 60 * 1000

export type Settlement =
  | { outcome: 'settled'; order: Order; late: boolean }
  | { outcome: 'already_settled'; order: Order }
  | { outcome: 'refused'; reason: SettlementRefusal }

/** The reason why money that the provider took pays no order. */
export type SettlementRefusal =
  | 'unknown_order'
  /** The number is this order's here, but the money was paid for another order that had it. */
  | 'other_order'
  | 'amount_mismatch'
  | 'product_mismatch'
  | 'test_mismatch'

/**
 * Decides what a payment notice does to the order of its number, null when there is none. Providers repeat notices, so a second one changes nothing. Money
 * that arrives after the order failed or expired is still the buyer's money, so it settles the order too (`late`).
 * A test notice never pays a real order, nor a real one a test order, and no order is paid by money that came for another one of its
 * number, which the database may have lost.
 */
export function settleOrder(order: Order | null, notice: PaymentNotice, now: Date): Settlement {
  if (!order) return { outcome: 'refused', reason: 'unknown_order' }
  if (notice.test !== order.test) return { outcome: 'refused', reason: 'test_mismatch' }
  if (!belongsToOrder(order, notice)) return { outcome: 'refused', reason: 'other_order' }
  if (notice.product !== null && notice.product !== order.product) {
    return { outcome: 'refused', reason: 'product_mismatch' }
  }
  if (notice.amountTiyn !== order.chargeTiyn) return { outcome: 'refused', reason: 'amount_mismatch' }
  if (order.state === 'paid' || order.state === 'refunded') return { outcome: 'already_settled', order }
  return {
    outcome: 'settled',
    late: order.state !== 'created',
    order: { ...order, state: 'paid', paidAt: now },
  }
}

/**
 * Returns true when the notice names this order's id. A notice without an id must be paid after the
 * order was placed (`StateDate`). A notice without id, date and product comes from no payment page:
 * the shop signed it by hand for this number, or the status service left out its date.
 */
function belongsToOrder(order: Order, { orderId, paidAt, product }: PaymentNotice): boolean {
  if (orderId !== null) return orderId === order.id
  if (paidAt !== null) return paidAt.getTime() >= order.createdAt.getTime() - clockToleranceMs
  return product === null
}

/** What the return page may say: only a verified payment is `confirmed`. */
export type PaymentStatus = 'confirmed' | 'waiting' | 'failed' | 'refunded' | 'expired'

export function paymentStatusOf(state: OrderState): PaymentStatus {
  if (state === 'paid') return 'confirmed'
  return state === 'created' ? 'waiting' : state
}

/**
 * Returns true when the buyer may still be sent to the payment page. An order that ended unpaid may
 * be paid late, but one that was lowered gave its deposit back: it is placed anew, at the price
 * that holds then.
 */
export function isPayable(standing: PaymentStatus, { depositTiyn }: Pick<Order, 'depositTiyn'>): boolean {
  return standing === 'waiting' || ((standing === 'expired' || standing === 'failed') && depositTiyn === 0)
}

/**
 * Returns true when a new press of the pay button may continue this order: it is unpaid, and still
 * the same deal.
 */
export function canContinue(
  order: Order,
  wanted: { product: ProductType; depositTiyn: number; chargeTiyn: number; test: boolean },
): boolean {
  return (
    order.state === 'created' &&
    order.product === wanted.product &&
    order.depositTiyn === wanted.depositTiyn &&
    order.chargeTiyn === wanted.chargeTiyn &&
    order.test === wanted.test
  )
}
