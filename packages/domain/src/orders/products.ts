/** The provider's parameter values for the 5-day program and the consultation. */
export const productTypes = ['subscription', 'consultation'] as const
export type ProductType = (typeof productTypes)[number]

/** Money is in whole tiyn, a hundredth of a tenge. */
export type Product = { type: ProductType; priceTiyn: number }

export const tiynPerTenge = 100

/** The prices (specification, section 9): 5 000 and 50 000 tenge. */
export const products: Readonly<Record<ProductType, Product>> = {
  subscription: { type: 'subscription', priceTiyn: 5_000 * tiynPerTenge },
  consultation: { type: 'consultation', priceTiyn: 50_000 * tiynPerTenge },
}

export const programDays = 5

export function isProductType(value: unknown): value is ProductType {
  return value === 'subscription' || value === 'consultation'
}

/** Returns the product of a sum in tenge, or null below 5 000. */
export function productForAmount(tenge: number): ProductType | null {
  if (tenge >= products.consultation.priceTiyn / tiynPerTenge) return 'consultation'
  if (tenge >= products.subscription.priceTiyn / tiynPerTenge) return 'subscription'
  return null
}
