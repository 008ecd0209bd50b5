import { describe, expect, test } from 'vitest'
import type { Order, OrderState } from './order.ts'
import { dueAfterRefundOfProgram, refundDueTiyn, refundOrder } from './refund.ts'

const order = (state: OrderState, changes: Partial<Order> = {}) =>
  ({ product: 'subscription', chargeTiyn: 500_000, dueTiyn: 0, state, ...changes }) as Order

describe('refundOrder', () => {
  test('turns a paid order into a refunded one', () => {
    expect(refundOrder(order('paid'))).toEqual({ outcome: 'refunded', order: order('refunded') })
  })
  test('leaves nothing owed', () => {
    expect(refundOrder(order('paid', { dueTiyn: 500_000 }))).toMatchObject({ order: { dueTiyn: 0 } })
  })
  test('does nothing a second time', () => {
    expect(refundOrder(order('refunded'))).toEqual({ outcome: 'already_refunded' })
  })
  test.each(['created', 'failed', 'expired'] as const)('refuses one that is %s', (state) => {
    expect(refundOrder(order(state))).toEqual({ outcome: 'refused', reason: 'not_paid' })
  })
})

test.each([
  ['a program before its first day', order('paid'), 0, 500_000],
  ['a program after two days', order('paid'), 2, 300_000],
  ['a finished program', order('paid'), 5, 0],
  ['a program nobody began', order('paid'), null, 500_000],
  ['a pilot’s program', order('paid', { chargeTiyn: 10_001 }), 4, 2000],
  [
    'a consultation with a deposit',
    order('paid', { product: 'consultation', chargeTiyn: 4_500_000 }),
    null,
    4_500_000,
  ],
])('of %s the terms give back what is due', (_, given, day, due) => {
  expect(refundDueTiyn(given, day)).toBe(due)
})

test.each([
  ['all of the program', 500_000, 0, 500_000],
  ['three of its days', 300_000, 0, 300_000],
  ['nothing of it', 0, 0, 0],
  ['a program that cost more than was taken off', 900_000, 0, 500_000],
  ['what is owed already', 300_000, 500_000, 500_000],
])('a consultation that a program lowered owes what goes back of it: %s', (_, refundedTiyn, dueTiyn, due) => {
  const consultation = { depositTiyn: 500_000, dueTiyn }
  expect(dueAfterRefundOfProgram(consultation, { isPlacedSignedIn: true }, refundedTiyn)).toBe(due)
  expect(dueAfterRefundOfProgram(consultation, { isPlacedSignedIn: false }, refundedTiyn)).toBe(dueTiyn)
})
