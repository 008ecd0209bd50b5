import { describe, expect, it } from 'vitest'
import { chargeFor } from './deposit.ts'
import { isExpired, makePaymentIntent, type PaymentIntent, rememberIntent } from './payment-intent.ts'

const hour = 60 * 60 * 1000
const facts = {
  productType: 'subscription',
  price: 5000,
  category: 'A',
  subcategory: 'A1',
  userId: null,
  hasEmail: true,
  source: 'pricing',
} as const
const intentAt = (now: number) => makePaymentIntent(facts, now, `id${now}`)

describe('a payment intent', () => {
  it('lives for 24 hours', () => {
    const intent = intentAt(0)
    expect(intent.id).toMatch(/^pi_/)
    expect(isExpired(intent, 24 * hour - 1)).toBe(false)
    expect(isExpired(intent, 24 * hour)).toBe(true)
  })

  it('stays in a history of the ten newest that have not expired', () => {
    let history: PaymentIntent[] = []
    for (let count = 0; count < 15; count++)
      history = rememberIntent(history, intentAt(count * hour), count * hour)
    expect(history.map((intent) => intent.timestamp / hour)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
    expect(
      rememberIntent(history, intentAt(33 * hour), 33 * hour).map((intent) => intent.timestamp / hour),
    ).toEqual([33, 14, 13, 12, 11, 10])
  })
})

describe('the charge', () => {
  it.each([
    ['subscription', false, 500_000],
    ['subscription', true, 500_000],
    ['consultation', false, 5_000_000],
    ['consultation', true, 4_500_000],
  ] as const)('for %s with an unused deposit %s is %i tiyn', (product, deposit, chargeTiyn) => {
    expect(chargeFor(product, deposit).chargeTiyn).toBe(chargeTiyn)
  })
  it('is the fixed one for any product while it is set, and leaves the deposit alone', () => {
    expect(chargeFor('consultation', true, 10_000)).toEqual({
      priceTiyn: 5_000_000,
      depositTiyn: 0,
      chargeTiyn: 10_000,
    })
  })
})
