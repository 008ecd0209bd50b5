import { makePaymentIntent } from '@app/domain/orders/payment-intent'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyValueStore } from '#web/lib/browser-storage.ts'
import { saveIntent } from './intent-store.ts'
import {
  findReturnedOrder,
  hasPaymentReturn,
  type PaymentReturn,
  type PaymentReturnState,
  readReturn,
  saveReturn,
  withoutProviderParams,
} from './payment-return.ts'

const now = 1_000_000
let device: KeyValueStore

beforeEach(() => {
  device = buildStore()
})

function buildStore(): KeyValueStore {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

type Left = {
  storedAnswers?: { consultation?: string }
  remembered?: unknown
  mark?: PaymentReturnState
}

function returned(query: string, left: Left = {}) {
  const { storedAnswers, remembered = null, mark = null } = left
  const params = new URLSearchParams(query)
  return readReturn({ params, device, remembered, mark, storedAnswers: storedAnswers ?? null, now })
}

function givenIntent(invId: number | null) {
  const facts = { category: null, subcategory: null, userId: null, hasEmail: false, source: 'pricing' }
  const intent = makePaymentIntent({ productType: 'consultation', price: 50_000, ...facts }, now, 'a')
  saveIntent(device, { ...intent, secret: 'proof', invId, returnTo: '/profile' }, now)
}

describe('a return from the payment page', () => {
  it.each([
    ['Shp_product=consultation&OutSum=5000', 'consultation', 'shp_product'],
    ['Shp_type=subscription', 'subscription', 'shp_type'],
    ['Shp_consultation=true', 'consultation', 'shp_consultation'],
    ['Shp_subscription=true', 'subscription', 'shp_subscription'],
    ['OutSum=50000.00', 'consultation', 'amount'],
    ['OutSum=100', 'subscription', 'amount_fallback'],
  ])('%s is a %s', (query, product, rule) => {
    expect(returned(query)).toMatchObject({ product, rule })
  })

  it('falls back to the intent, then to the quiz', () => {
    expect(returned('', { storedAnswers: { consultation: 'yes' } })).toMatchObject({
      product: 'consultation',
      rule: 'quiz_answers',
    })
    givenIntent(null)
    expect(returned('', { storedAnswers: { consultation: 'no' } })).toMatchObject({
      product: 'consultation',
      rule: 'payment_intent',
    })
  })

  it('is nothing when nothing tells', () => {
    expect(returned('')).toBeNull()
  })

  it('brings the proof of the order that this browser placed', () => {
    givenIntent(42)
    expect(returned('Shp_product=consultation&InvId=42')).toMatchObject({ invId: 42, secret: 'proof' })
    expect(returned('Shp_product=consultation&InvId=43')).toMatchObject({ invId: 43, secret: null })
    expect(returned('Shp_product=consultation')).toMatchObject({ invId: 42, secret: 'proof' })
  })

  it('brings the proof of the order that this tab left to pay, for however long', () => {
    const remembered = { left: { invId: 42, secret: 'left', returnTo: '/' } }
    expect(returned('Shp_product=consultation&InvId=42', { remembered })?.secret).toBe('left')
    expect(returned('Shp_product=consultation&InvId=43', { remembered })?.secret).toBeNull()
  })

  it.each(['0', '-1', '007', '1e3', '99999999999', ' 5'])('does not take %s for an order number', (invId) => {
    expect(returned(`Shp_product=consultation&InvId=${encodeURIComponent(invId)}`)?.invId).toBeNull()
  })

  it('is remembered over a reload of its cleaned address', () => {
    const remembered = returned('OutSum=50000&InvId=42')
    expect(returned('', { remembered })).toEqual(remembered)
  })

  it('is none to other pages where this browser placed no such order', () => {
    const tab = buildStore()
    saveReturn(tab, returned('Shp_product=subscription&InvId=1') as PaymentReturn)
    expect([hasPaymentReturn(tab), findReturnedOrder(tab, 'subscription')]).toEqual([false, null])
    givenIntent(2)
    saveReturn(tab, returned('Shp_product=consultation&InvId=2') as PaymentReturn)
    expect([hasPaymentReturn(tab), findReturnedOrder(tab, 'consultation')]).toEqual([true, 2])
  })

  it('gives way to a newer one', () => {
    const remembered = returned('OutSum=5000&InvId=1')
    expect(returned('Shp_product=consultation', { remembered })).toMatchObject({
      product: 'consultation',
      invId: null,
    })
    givenIntent(2)
    expect(returned('', { remembered })).toMatchObject({ rule: 'payment_intent', invId: 2 })
  })

  it('stays what it was in the entry it left its mark in, whatever was begun since', () => {
    const remembered = returned('OutSum=5000&InvId=1')
    givenIntent(2)
    expect(returned('', { remembered, mark: 'found' })).toEqual(remembered)
    expect(returned('InvId=2', { remembered, mark: 'found' })).toMatchObject({ invId: 2 })
  })

  it('stays unknown where nothing told what was paid for, whatever was come back from before', () => {
    const remembered = returned('OutSum=5000&InvId=1')
    const mark = 'unknown'
    expect(returned('Shp_product=gold&InvId=2', { remembered })).toBeNull()
    expect(returned('', { remembered, mark })).toBeNull()
    expect(returned('OutSum=50000&InvId=3', { remembered, mark })).toMatchObject({ invId: 3 })
  })

  it.each([[{ product: 'gold' }], ['text'], [{ product: 'subscription' }]])(
    'is not read from what somebody else left: %j',
    (remembered) => {
      expect(returned('', { remembered })).toBeNull()
    },
  )
})

describe('the cleaned address', () => {
  it('loses what the provider added and keeps the rest', () => {
    const params = new URLSearchParams(
      'utm_source=mail&OutSum=1&InvId=2&SignatureValue=x&Culture=ru&Shp_product=y',
    )
    expect(withoutProviderParams(params)?.toString()).toBe('utm_source=mail')
  })

  it('is left alone when the provider added nothing', () => {
    expect(withoutProviderParams(new URLSearchParams('utm_source=mail'))).toBeNull()
  })
})
