import { makePaymentIntent, paymentIntentLifetimeMs } from '@app/domain/orders/payment-intent'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyValueStore } from '#web/lib/browser-storage.ts'
import { readAbandonedOrder, saveAbandonedOrder } from './abandoned-order.ts'
import { clearIntent, saveIntent } from './intent-store.ts'
import { findReturnedOrder, saveReturn } from './payment-return.ts'

const now = 1_000_000
let device: KeyValueStore
let tab: KeyValueStore

beforeEach(() => {
  device = buildStore()
  tab = buildStore()
})

function buildStore(): KeyValueStore {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

function givenIntent(invId: number | null, id = 'a') {
  const facts = { category: null, subcategory: null, userId: null, hasEmail: false, source: 'pricing' }
  const intent = makePaymentIntent({ productType: 'subscription', price: 5000, ...facts }, now, id)
  saveIntent(device, { ...intent, secret: `of-${id}`, invId, returnTo: '/profile?result=token' }, now)
}

function failed(query = '', at = now) {
  return readAbandonedOrder({ params: new URLSearchParams(query), device, tab, now: at })
}

const paid = { product: 'subscription', rule: 'payment_intent', invId: 41, secret: 'paid' } as const

describe('a failed payment', () => {
  it('is of no order where nothing names one', () => {
    expect(failed()).toEqual({ invId: null, secret: null, returnTo: '/profile' })
    givenIntent(null)
    saveReturn(tab, paid)
    expect(failed()).toMatchObject({ invId: null, returnTo: '/profile?result=token' })
  })

  it('is of the order that the address names, and of the one under way where it names none', () => {
    givenIntent(41, 'a')
    givenIntent(42, 'b')
    expect(failed()).toEqual({ invId: 42, secret: 'of-b', returnTo: '/profile?result=token' })
    expect(failed('InvId=41')).toEqual({ invId: 41, secret: 'of-a', returnTo: '/profile' })
    expect(failed('InvId=43')).toEqual({ invId: 43, secret: null, returnTo: '/profile' })
  })

  it('is known to the tab that was open beside the one that paid', () => {
    givenIntent(42)
    clearIntent(device, 42, now)
    expect(failed('InvId=42')).toMatchObject({ invId: 42, secret: 'of-a' })
  })

  it('asks about the order that this tab has just paid for', () => {
    saveReturn(tab, paid)
    expect(failed()).toEqual({ invId: 41, secret: 'paid', returnTo: '/profile' })
  })

  it('still leads back and is still proven once its intent has expired, and leaves the return beside it', () => {
    givenIntent(42)
    saveReturn(tab, paid)
    const failure = failed('InvId=42')
    saveAbandonedOrder(tab, failure)
    expect(failed('', now + paymentIntentLifetimeMs)).toEqual(failure)
    expect(findReturnedOrder(tab, 'subscription')).toBe(41)
    saveReturn(tab, paid)
    expect(failed('', now + paymentIntentLifetimeMs).invId).toBe(41)
  })

  it.each([['text'], [{ left: 'text' }], [{ left: { invId: '42' } }]])(
    'is not read from what somebody else left: %j',
    (left) => {
      tab.setItem('yasny-den.payment-return', JSON.stringify(left))
      expect(failed().invId).toBeNull()
    },
  )
})
