import { expect, test } from 'vitest'
import { ownedProducts } from './owned.ts'

const now = Date.parse('2026-11-22T09:00:00Z')
const consultation = { product: 'consultation', state: 'paid', paidAt: '2026-11-01T09:00:00Z' } as const

test.each([
  ['nothing bought', { orders: [], subscriptionState: null }, []],
  ['a program under way', { orders: [], subscriptionState: 'active' }, ['subscription']],
  ['a program that is over', { orders: [], subscriptionState: 'finished' }, []],
  ['a program that was stopped', { orders: [], subscriptionState: 'cancelled' }, []],
  ['a paid consultation', { orders: [consultation], subscriptionState: null }, ['consultation']],
  ['both', { orders: [consultation], subscriptionState: 'active' }, ['subscription', 'consultation']],
  [
    'a consultation whose plan is over',
    { orders: [{ ...consultation, paidAt: '2026-08-01T09:00:00Z' }], subscriptionState: null },
    [],
  ],
  [
    'a consultation that was paid back',
    { orders: [{ ...consultation, state: 'refunded' }], subscriptionState: null },
    [],
  ],
  [
    'a consultation not paid for yet',
    { orders: [{ ...consultation, state: 'created', paidAt: null }], subscriptionState: null },
    [],
  ],
] as const)('with %s', (_, bought, owned) => {
  expect(ownedProducts(bought, now)).toEqual(owned)
})
