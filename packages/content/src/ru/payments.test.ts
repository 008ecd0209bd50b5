import { productTypes } from '@app/domain/orders/products'
import { expect, it } from 'vitest'
import { paymentDescriptions } from './payments.ts'

it.each(productTypes)('the payment page can show what it calls %s', (product) => {
  expect(paymentDescriptions[product]).toMatch(/^[A-Za-zА-Яа-яЁё0-9 .,-]{1,100}$/)
})
