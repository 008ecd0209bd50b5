import type { OrderState } from './order.ts'
import { type ProductType, products } from './products.ts'

export type Charge = { priceTiyn: number; depositTiyn: number; chargeTiyn: number }

/**
 * Returns the charge for a product. A paid program lowers one consultation of the same user or
 * e-mail by its price. A fixed charge of a pilot replaces both and uses no deposit.
 */
export function chargeFor(
  product: ProductType,
  hasUnusedDeposit: boolean,
  fixedChargeTiyn: number | null = null,
): Charge {
  const { priceTiyn } = products[product]
  if (fixedChargeTiyn !== null) return { priceTiyn, depositTiyn: 0, chargeTiyn: fixedChargeTiyn }
  const depositTiyn = product === 'consultation' && hasUnusedDeposit ? products.subscription.priceTiyn : 0
  return { priceTiyn, depositTiyn, chargeTiyn: priceTiyn - depositTiyn }
}

/** The facts about a program when the payment of the consultation that it lowered arrives. */
export type DepositFacts = {
  program: OrderState
  /**
   * True when the buyer placed the program signed in. Otherwise another person may have paid and
   * refunded it.
   */
  isProvenPayer: boolean
  /** The order that uses the deposit now; null when none does. */
  holder: { isSelf: boolean; state: OrderState } | null
}

/**
 * The outcome of a deposit when its consultation is paid. `owed` and `waived` found no deposit, and
 * only `owed` is charged.
 */
export type DepositOutcome = 'spent' | 'owed' | 'waived'

/**
 * Decides whether a paid consultation uses the deposit. A paid order takes it from an unpaid one.
 * When the deposit is gone, the buyer owes the difference, unless another person may have paid the
 * program.
 */
export function settleDeposit({ program, isProvenPayer, holder }: DepositFacts): DepositOutcome {
  if (holder && !holder.isSelf && holder.state === 'paid') return 'owed'
  if (program === 'paid') return 'spent'
  return isProvenPayer ? 'owed' : 'waived'
}
