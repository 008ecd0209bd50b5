import type { ProductType } from '@app/domain/orders/products'

/**
 * The product's name on the payment page and the fiscal receipt: at most 100 letters, digits and
 * plain punctuation, as the provider requires.
 */
export const paymentDescriptions: Readonly<Record<ProductType, string>> = {
  subscription: '5-дневная программа восстановления',
  consultation: 'Консультация нутрициолога, 1 час и план на 3 месяца',
}
