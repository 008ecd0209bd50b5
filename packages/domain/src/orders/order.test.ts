import { describe, expect, it } from 'vitest'
import { canContinue, type Order, orderStates, paymentStatusOf, settleOrder } from './order.ts'

const createdAt = new Date('2026-11-02T04:00:00Z')
const now = new Date('2026-11-02T05:00:00Z')
const order: Order = {
  id: 'b5f5a0a2-4c0f-4f43-9a1e-1f6f2f0a0001',
  invId: 1001,
  product: 'subscription',
  priceTiyn: 500_000,
  depositTiyn: 0,
  chargeTiyn: 500_000,
  dueTiyn: 0,
  currency: 'KZT',
  state: 'created',
  test: false,
  buyer: { userId: null, leadId: null, email: null, name: null, phone: null, subcategory: null },
  isPlacedSignedIn: true,
  isGift: false,
  isConfirmedDuplicate: false,
  duplicateOfOrderId: null,
  createdAt,
  paidAt: null,
}
const notice = {
  invId: 1001,
  amountTiyn: 500_000,
  test: false,
  product: 'subscription',
  orderId: order.id,
  paidAt: null,
}

describe('a payment notice', () => {
  it.each([
    ['created', 'settled'],
    ['failed', 'settled'],
    ['expired', 'settled'],
    ['paid', 'already_settled'],
    ['refunded', 'already_settled'],
  ] as const)('for a %s order is %s', (state, outcome) => {
    expect(settleOrder({ ...order, state }, notice, now).outcome).toBe(outcome)
  })

  it('pays the order at the time it was accepted, and says when it came late', () => {
    expect(settleOrder(order, notice, now)).toEqual({
      outcome: 'settled',
      late: false,
      order: { ...order, state: 'paid', paidAt: now },
    })
    expect(settleOrder({ ...order, state: 'expired' }, notice, now)).toMatchObject({ late: true })
  })

  it.each([
    [{ amountTiyn: 499_999 }, 'amount_mismatch'],
    [{ amountTiyn: 500_001 }, 'amount_mismatch'],
    [{ amountTiyn: 0 }, 'amount_mismatch'],
    [{ test: true }, 'test_mismatch'],
    [{ product: 'consultation' }, 'product_mismatch'],
  ] as const)('with %j is refused: %s', (change, reason) => {
    for (const state of orderStates) {
      expect(settleOrder({ ...order, state }, { ...notice, ...change }, now)).toEqual({
        outcome: 'refused',
        reason,
      })
    }
  })

  const earlier = (minutes: number) => new Date(createdAt.getTime() - minutes * 60_000)
  it.each([
    ['names another order', { orderId: 'b5f5a0a2-4c0f-4f43-9a1e-1f6f2f0a0002' }, 'other_order'],
    ['names none, though the order’s page did', { orderId: null }, 'other_order'],
    ['is older than its order', { orderId: null, paidAt: earlier(11) }, 'other_order'],
    ['is older by less than clocks differ', { orderId: null, paidAt: earlier(9) }, undefined],
    ['names the order, whatever the clocks say', { paidAt: earlier(60) }, undefined],
    ['carries nothing of a page', { orderId: null, product: null }, undefined],
  ])('that %s: %o is refused as %s', (_what, change, reason) => {
    for (const state of orderStates) {
      const settlement = settleOrder({ ...order, state }, { ...notice, ...change }, now)
      expect(settlement.outcome === 'refused' ? settlement.reason : undefined).toBe(reason)
    }
  })

  it('that names no product pays the order it numbers', () => {
    expect(settleOrder(order, { ...notice, product: null }, now).outcome).toBe('settled')
    expect(settleOrder(null, notice, now)).toEqual({ outcome: 'refused', reason: 'unknown_order' })
  })

  it('of a real payment does not pay a test order', () => {
    expect(settleOrder({ ...order, test: true }, notice, now)).toMatchObject({ reason: 'test_mismatch' })
  })
})

describe('the standing of an order', () => {
  it('is confirmed only when it is paid', () => {
    expect(orderStates.map(paymentStatusOf)).toEqual([
      'waiting',
      'confirmed',
      'failed',
      'refunded',
      'expired',
    ])
  })
})

describe('an unpaid order', () => {
  const wanted = { product: 'subscription', depositTiyn: 0, chargeTiyn: 500_000, test: false } as const
  it.each([
    ['the same deal', order, wanted, true],
    ['another product', order, { ...wanted, product: 'consultation' }, false],
    ['another charge', order, { ...wanted, chargeTiyn: 1 }, false],
    ['another deposit', order, { ...wanted, depositTiyn: 1 }, false],
    ['another mode', order, { ...wanted, test: true }, false],
    ['a paid order', { ...order, state: 'paid' }, wanted, false],
  ] as const)('is continued or not: %s', (_, existing, deal, expected) => {
    expect(canContinue(existing as Order, deal)).toBe(expected)
  })
})
