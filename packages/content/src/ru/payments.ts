import type { ProductType } from '@app/domain/orders/products'

/**
 * What the payment page and the fiscal receipt call a product: at most 100 characters of Latin and Russian letters,
 * digits and plain punctuation, as the payment provider allows. Plain spaces, no quotation marks.
 */
export const paymentDescriptions: Readonly<Record<ProductType, string>> = {
  subscription: '5-дневная программа восстановления',
  consultation: 'Консультация нутрициолога, 1 час и план на 3 месяца',
}
