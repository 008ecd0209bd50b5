import { productTexts } from '@app/content/ru/pricing'
import type { ProductSummary } from '@app/domain/orders/product-schema'
import { type ProductType, products } from '@app/domain/orders/products'

export type PaidSummary = ProductSummary & { type: ProductType }

const productAppearance = {
  consultation: { icon: 'message-circle', colorScheme: 'blue' },
  subscription: { icon: 'sunrise', colorScheme: 'green' },
} as const satisfies Record<ProductType, Pick<ProductSummary, 'icon' | 'colorScheme'>>

/** Returns the success page's content for a product (specification, section 3). */
export function productSummary(type: ProductType): PaidSummary {
  const { title, description, paidDuration, features, nextSteps } = productTexts[type]
  return {
    type,
    title,
    description,
    priceTiyn: products[type].priceTiyn,
    duration: paidDuration,
    features: [...features],
    nextSteps: [...nextSteps],
    ...productAppearance[type],
  }
}
