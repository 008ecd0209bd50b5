import { describe, expect, it } from 'vitest'
import { detectProduct } from './detect-product.ts'

const everything =
  'Shp_product=consultation&Shp_type=subscription&Shp_consultation=true&Shp_subscription=true&OutSum=5000'
const without = (...names: string[]) => {
  const params = new URLSearchParams(everything)
  for (const name of names) params.delete(name)
  return params.toString()
}
const intent = { productType: 'consultation' } as const

describe('the product of a payment', () => {
  it.each([
    [everything, null, null, 'consultation', 'shp_product'],
    [without('Shp_product'), null, null, 'subscription', 'shp_type'],
    [without('Shp_product', 'Shp_type'), null, null, 'consultation', 'shp_consultation'],
    [without('Shp_product', 'Shp_type', 'Shp_consultation'), null, null, 'subscription', 'shp_subscription'],
    ['OutSum=50000.00', intent, null, 'consultation', 'amount'],
    ['OutSum=49999.99', intent, null, 'subscription', 'amount'],
    ['OutSum=5000', intent, null, 'subscription', 'amount'],
    ['OutSum=4999', intent, null, 'consultation', 'payment_intent'],
    ['', intent, { consultation: 'no' }, 'consultation', 'payment_intent'],
    ['', null, { consultation: 'yes' }, 'consultation', 'quiz_answers'],
    ['OutSum=100', null, { consultation: 'maybe' }, 'subscription', 'quiz_answers'],
    ['OutSum=100', null, null, 'subscription', 'amount_fallback'],
    ['OutSum=garbage', null, null, 'subscription', 'amount_fallback'],
    ['Shp_product=car&Shp_type=x&OutSum=50000', null, null, 'consultation', 'amount'],
  ] as const)(
    '%s, intent %j, answers %j is %s by %s',
    (query, storedIntent, storedAnswers, product, rule) => {
      const params = new URLSearchParams(query)
      expect(detectProduct({ params, storedIntent, storedAnswers })).toEqual({ product, rule })
    },
  )

  it('is unknown when the address says nothing and the browser remembers nothing', () => {
    expect(
      detectProduct({ params: new URLSearchParams(), storedIntent: null, storedAnswers: null }),
    ).toBeNull()
  })
})
