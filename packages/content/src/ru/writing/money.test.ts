import { products } from '@app/domain/orders/products'
import { expect, test } from 'vitest'
import { formatTenge } from './money.ts'

test.each([
  [products.subscription.priceTiyn, '5\u00a0000\u00a0₸'],
  [products.consultation.priceTiyn, '50\u00a0000\u00a0₸'],
  [0, '0\u00a0₸'],
  [9_950, '99,50\u00a0₸'],
  [100_005, '1\u00a0000,05\u00a0₸'],
  [123_456_700, '1\u00a0234\u00a0567\u00a0₸'],
])('%s tiyn read «%s»', (amountTiyn, text) => {
  expect(formatTenge(amountTiyn)).toBe(text)
})
