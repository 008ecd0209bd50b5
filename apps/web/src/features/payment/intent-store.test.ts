import { makePaymentIntent, paymentIntentLifetimeMs } from '@app/domain/orders/payment-intent'
import { beforeEach, describe, expect, it } from 'vitest'
import type { KeyValueStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'
import { intentEmailDigest } from './intent-email-digest.ts'
import {
  claimFailureReport,
  clearIntent,
  findIntent,
  findUnpaidIntent,
  listOwnIntents,
  readIntent,
  type SavedIntent,
  saveIntent,
} from './intent-store.ts'

const now = 1_000_000
let kept: Map<string, string>
let store: KeyValueStore

beforeEach(() => {
  kept = new Map()
  store = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
})

function buildIntent(id: string, at = now, invId: number | null = null): SavedIntent {
  const facts = { category: null, subcategory: null, userId: null, hasEmail: false, source: 'pricing' }
  const intent = makePaymentIntent({ productType: 'subscription', price: 5000, ...facts }, at, id)
  return { ...intent, secret: 'secret', invId, returnTo: '/profile' }
}

describe('the intent under way', () => {
  it('is read back until it expires, and is removed when read after', () => {
    const intent = buildIntent('a')
    saveIntent(store, intent, now)
    expect(readIntent(store, now + paymentIntentLifetimeMs - 1)).toEqual(intent)
    expect(readIntent(store, now + paymentIntentLifetimeMs)).toBeNull()
    expect(kept.has(deviceKeys.paymentIntent)).toBe(false)
  })

  it('waits for its own buyer and its own program, once its order is placed', () => {
    const buyer = { userId: 'one', subcategory: null }
    const wanted = { product: 'subscription', buyer } as const
    saveIntent(store, { ...buildIntent('a'), userId: 'one' }, now)
    expect(findUnpaidIntent(store, wanted, now)).toBeNull()
    const placed = { ...buildIntent('a', now, 42), userId: 'one' }
    saveIntent(store, placed, now)
    expect(findUnpaidIntent(store, wanted, now)).toEqual(placed)
    expect(findUnpaidIntent(store, { ...wanted, product: 'consultation' }, now)).toBeNull()
    expect(findUnpaidIntent(store, { ...wanted, buyer: { ...buyer, userId: 'two' } }, now)).toBeNull()
    expect(findUnpaidIntent(store, { ...wanted, buyer: { ...buyer, subcategory: 'A1' } }, now)).toBeNull()
    clearIntent(store, null, now)
    expect(findUnpaidIntent(store, wanted, now)).toBeNull()
  })

  it.each(['subscription', 'consultation'] as const)(
    'of a visitor waits under the result it was placed for alone: %s',
    (product) => {
      const placed = {
        ...buildIntent('a', now, 42),
        productType: product,
        resultToken: 'mine',
        attemptId: 'one',
      }
      const find = (resultToken?: string, attemptId?: string) =>
        findUnpaidIntent(
          store,
          { product, buyer: { userId: null, subcategory: null, resultToken, attemptId } },
          now,
        )
      saveIntent(store, placed, now)
      expect(find('mine')).toEqual(placed)
      expect(find(undefined, 'one')).toEqual(placed)
      expect(find('of somebody else', 'two')).toBeNull()
      expect(find()).toBeNull()
      saveIntent(store, { ...placed, resultToken: undefined, attemptId: undefined }, now)
      expect(find()).toBeNull()
    },
  )

  it('has a failure to tell once, and stays to be paid', () => {
    saveIntent(store, buildIntent('a', now, 42), now)
    expect(claimFailureReport(store, now)).toBe(true)
    expect(claimFailureReport(store, now)).toBe(false)
    expect(readIntent(store, now)?.invId).toBe(42)
    saveIntent(store, buildIntent('b', now, 43), now)
    expect(claimFailureReport(store, now)).toBe(true)
    clearIntent(store, null, now)
    expect(claimFailureReport(store, now)).toBe(true)
  })

  it('stays under way when the return of another order is handled', () => {
    const intent = buildIntent('a', now, 42)
    saveIntent(store, intent, now)
    clearIntent(store, 41, now)
    expect(readIntent(store, now)).toEqual(intent)
    clearIntent(store, 42, now)
    expect(readIntent(store, now)).toBeNull()
  })

  it('is gone once its return was handled, while the history still proves the order', () => {
    const intent = buildIntent('a', now, 42)
    saveIntent(store, intent, now)
    clearIntent(store, null, now)
    expect(readIntent(store, now)).toBeNull()
    expect(findIntent(store, 42, now)).toEqual(intent)
  })

  it('leaves the earlier ones of its product to be told, newest first, while they have not expired', async () => {
    saveIntent(store, { ...buildIntent('old', now - paymentIntentLifetimeMs), userId: 'one' }, now)
    for (const id of ['a', 'b']) saveIntent(store, { ...buildIntent(id), userId: 'one' }, now)
    const asker = { userId: 'one', email: null }
    const listed = async (product: 'subscription' | 'consultation') =>
      (await listOwnIntents(store, { product, asker }, now)).map(({ id }) => id)
    expect(await listed('subscription')).toEqual(['pi_b', 'pi_a'])
    expect(await listed('consultation')).toEqual([])
  })

  it('is told of to the person alone who made it, signed in or by the e-mail they typed', async () => {
    const mark = await intentEmailDigest('pi_typed', 'Mother@example.kz')
    saveIntent(store, { ...buildIntent('typed'), contactMark: mark }, now)
    saveIntent(store, buildIntent('unknown'), now)
    saveIntent(store, { ...buildIntent('signed'), userId: 'mother' }, now)
    const listed = async (userId: string | null, email: string | null) =>
      (await listOwnIntents(store, { product: 'subscription', asker: { userId, email } }, now)).map(
        ({ id }) => id,
      )
    expect(await listed(null, 'daughter@example.kz')).toEqual([])
    expect(await listed('daughter', 'daughter@example.kz')).toEqual([])
    expect(await listed(null, null)).toEqual([])
    expect(await listed(null, ' mother@example.kz')).toEqual(['pi_typed'])
    expect(await listed('mother', 'mother@example.kz')).toEqual(['pi_signed', 'pi_typed'])
    expect([...kept.values()].join()).not.toMatch(/example\.kz/)
  })

  it('leaves the order of the other product to wait beside it, until that is come back from or has expired', () => {
    const buyer = { userId: 'one', subcategory: null }
    const find = (product: 'subscription' | 'consultation', at = now) =>
      findUnpaidIntent(store, { product, buyer }, at)?.invId
    saveIntent(store, { ...buildIntent('a', now, 13), userId: 'one' }, now)
    const later = { ...buildIntent('b', now + 1, 14), productType: 'consultation' as const, userId: 'one' }
    saveIntent(store, { ...later, invId: null }, now)
    saveIntent(store, later, now)
    expect([find('subscription'), find('consultation')]).toEqual([13, 14])
    expect(readIntent(store, now)?.invId).toBe(14)
    expect(find('subscription', now + paymentIntentLifetimeMs)).toBeUndefined()
    expect(find('consultation', now + paymentIntentLifetimeMs)).toBe(14)

    clearIntent(store, 14, now)
    expect(readIntent(store, now)).toBeNull()
    expect([find('subscription'), find('consultation')]).toEqual([13, undefined])
    clearIntent(store, 13, now)
    expect(kept.has(deviceKeys.paymentIntent)).toBe(false)
  })

  it.each(['{', '[]', '{"id":"x"}', '{"id":"pi_1","productType":"gold"}'])(
    'counts as none when damaged: %s',
    (text) => {
      kept.set(deviceKeys.paymentIntent, text)
      expect(readIntent(store, now)).toBeNull()
    },
  )
})

describe('the history', () => {
  it('outlives what a visitor wipes, so nothing in it opens their result', () => {
    saveIntent(store, { ...buildIntent('a'), resultToken: 'opens', attemptId: 'one' }, now)
    expect(kept.get(deviceKeys.paymentIntents)).not.toMatch(/opens|attemptId/)
    expect(readIntent(store, now)?.resultToken).toBe('opens')
  })

  it('keeps ten unexpired intents, newest first', () => {
    for (let index = 0; index < 12; index++)
      saveIntent(store, buildIntent(`i${index}`, now + index), now + index)
    const ids = (JSON.parse(kept.get(deviceKeys.paymentIntents) ?? '') as SavedIntent[]).map(({ id }) => id)
    expect(ids).toEqual([
      'pi_i11',
      'pi_i10',
      'pi_i9',
      'pi_i8',
      'pi_i7',
      'pi_i6',
      'pi_i5',
      'pi_i4',
      'pi_i3',
      'pi_i2',
    ])
  })

  it('knows an intent once, with its newest order number', () => {
    saveIntent(store, buildIntent('a'), now)
    saveIntent(store, buildIntent('a', now, 7), now)
    expect(findIntent(store, 7, now)?.id).toBe('pi_a')
    expect(JSON.parse(kept.get(deviceKeys.paymentIntents) ?? '')).toHaveLength(1)
  })

  it('does not prove an order with an expired intent', () => {
    saveIntent(store, buildIntent('a', now, 7), now)
    expect(findIntent(store, 7, now + paymentIntentLifetimeMs)).toBeNull()
  })
})
