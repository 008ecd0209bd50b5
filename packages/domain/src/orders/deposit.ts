import type { OrderState } from './order.ts'
import { type ProductType, products } from './products.ts'

export type Charge = { priceTiyn: number; depositTiyn: number; chargeTiyn: number }

/**
 * Returns the charge for a product. A paid program lowers the consultation's charge by the
 * program's price once, for the same user or e-mail (architecture, section 3); `hasUnusedDeposit`
 * says whether one is left. A fixed charge, for a pilot, takes the place of both and uses up no
 * deposit.
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

/** What is known of a program when the money for a consultation that it lowered arrives. */
export type DepositFacts = {
  program: OrderState
  /** The buyer placed it signed in; else anybody may have paid it, and taken the money back, who named their e-mail. */
  isProvenPayer: boolean
  /** The way the order stands that holds the deposit now; null when none does. */
  holder: { isSelf: boolean; state: OrderState } | null
}

/** What becomes of a deposit as its consultation is paid; `owed` and `waived` find it gone, and only the first is asked for. */
export type DepositOutcome = 'spent' | 'owed' | 'waived'

/**
 * Decides whether a consultation that is being paid spends the deposit it was lowered by. Money decides, not who pressed first: an
 * unpaid order gives the deposit up to a paid one. A program whose money went back, or that lowered a paid consultation
 * already, has none to give; then the buyer owes the difference, but not for money that may have been a stranger's all along.
 */
export function settleDeposit({ program, isProvenPayer, holder }: DepositFacts): DepositOutcome {
  if (holder && !holder.isSelf && holder.state === 'paid') return 'owed'
  if (program === 'paid') return 'spent'
  return isProvenPayer ? 'owed' : 'waived'
}
