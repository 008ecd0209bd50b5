import { type ProductType, products } from './products.ts'

export type Charge = { priceTiyn: number; depositTiyn: number; chargeTiyn: number }

/**
 * What is charged for a product. A paid program lowers the consultation's charge by the program's price once,
 * for the same user or e-mail (architecture, section 3); `hasUnusedDeposit` says whether one is left.
 */
export function chargeFor(product: ProductType, hasUnusedDeposit: boolean): Charge {
  const { priceTiyn } = products[product]
  const depositTiyn = product === 'consultation' && hasUnusedDeposit ? products.subscription.priceTiyn : 0
  return { priceTiyn, depositTiyn, chargeTiyn: priceTiyn - depositTiyn }
}
