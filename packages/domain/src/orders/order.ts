import type { Subcategory } from '../result/categories.ts'
import type { ProductType } from './products.ts'

export const orderStates = ['created', 'paid', 'failed', 'refunded', 'expired'] as const
export type OrderState = (typeof orderStates)[number]

/** The known facts about a buyer, who may have neither an account nor an e-mail. */
export type Buyer = {
  userId: string | null
  leadId: string | null
  email: string | null
  name: string | null
  phone: string | null
  subcategory: Subcategory | null
}

/** A purchase at one price, in whole tiyn. `invId` is its number at the payment provider. */
export type Order = {
  id: string
  invId: number
  product: ProductType
  priceTiyn: number
  depositTiyn: number
  chargeTiyn: number
  /** The part of the deposit that was gone at the payment, so the buyer still owes it. */
  dueTiyn: number
  currency: 'KZT'
  state: OrderState
  /** True for the provider's test mode, without real money. */
  test: boolean
  buyer: Buyer
  /** True when the buyer's account placed it. Otherwise the account only shares its e-mail. */
  isPlacedSignedIn: boolean
  /** True for a program that is given to another person, whose phone the buyer entered. */
  isGift: boolean
  /** True when the buyer knew of a running program and wanted another. */
  isConfirmedDuplicate: boolean
  /** The paid order that this one probably duplicates. */
  duplicateOfOrderId: string | null
  createdAt: Date
  paidAt: Date | null
}

/** A verified payment claim of the provider. */
export type PaymentNotice = {
  invId: number
  amountTiyn: number
  test: boolean
  /** The product that the provider returned; null without one. */
  product: string | null
  /** The order id that the provider returned; null without one. */
  orderId: string | null
  /** The time of the payment by the provider's clock; null without one. */
  paidAt: Date | null
}

/** A payment may seem this much earlier than its order, because clocks differ. */
const clockToleranceMs = 10 * 60 * 1000

export type Settlement =
  | { outcome: 'settled'; order: Order; late: boolean }
  | { outcome: 'already_settled'; order: Order }
  | { outcome: 'refused'; reason: SettlementRefusal }

/** The reason why a payment settles no order. */
export type SettlementRefusal =
  | 'unknown_order'
  /** The payment belongs to another order with the same number. */
  | 'other_order'
  | 'amount_mismatch'
  | 'product_mismatch'
  | 'test_mismatch'

/**
 * Decides the effect of a payment notice on the order with its number. Repeated notices change
 * nothing, late payments still settle the order (`late`), and test notices settle only test orders.
 * A payment for another order with the same number is refused.
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
 * Returns true when the notice names this order's id. A notice without an id must be newer than the
 * order. A notice without id, date and product was signed by hand or by the status service.
 */
function belongsToOrder(order: Order, { orderId, paidAt, product }: PaymentNotice): boolean {
  if (orderId !== null) return orderId === order.id
  if (paidAt !== null) return paidAt.getTime() >= order.createdAt.getTime() - clockToleranceMs
  return product === null
}

/** The statuses of the return page. Only a verified payment is `confirmed`. */
export type PaymentStatus = 'confirmed' | 'waiting' | 'failed' | 'refunded' | 'expired'

export function paymentStatusOf(state: OrderState): PaymentStatus {
  if (state === 'paid') return 'confirmed'
  return state === 'created' ? 'waiting' : state
}

/**
 * Returns true when the payment page may be opened again. A lowered order that ended unpaid has
 * released its deposit, so it needs a new order.
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
