import { type ProductType, products } from './products.ts'

export type Charge = { priceTiyn: number; depositTiyn: number; chargeTiyn: number }

/**
 * What is charged for a product. A paid program lowers the consultation's charge by the program's price once,
 * for the same user or e-mail (architecture, section 3); `hasUnusedDeposit` says whether one is left.
 * A fixed charge, for a pilot, takes the place of both and uses up no deposit.
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
