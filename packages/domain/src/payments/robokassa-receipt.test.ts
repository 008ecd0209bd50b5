import { expect, it } from 'vitest'
import { receiptJson } from './robokassa-receipt.ts'

it('a receipt names one item whose sum is the charge', () => {
  const json = receiptJson('Программа «5 дней» "а"', 500_050, 'none')
  expect(json).toContain('"sum":5000.50')
  expect(JSON.parse(json)).toEqual({
    items: [{ name: 'Программа «5 дней» "а"', quantity: 1, sum: 5000.5, tax: 'none' }],
  })
})
