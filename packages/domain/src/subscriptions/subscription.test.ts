import { describe, expect, it } from 'vitest'
import { subscriptionFor } from './subscription.ts'

const paid = { id: 'order-1', product: 'subscription' } as const

describe('a paid program', () => {
  it('starts a subscription before its first day', () => {
    expect(subscriptionFor(paid, { now: new Date('2026-11-02T20:00:00Z'), isPaused: false })).toEqual({
      orderId: 'order-1',
      currentDay: 0,
      state: 'active',
      startedOn: '2026-11-03',
      timezone: 'Asia/Almaty',
      pausedAt: null,
    })
  })

  it('that seems to be paid twice is paused', () => {
    const now = new Date('2026-11-02T20:00:00Z')
    expect(subscriptionFor(paid, { now, isPaused: true })).toMatchObject({ pausedAt: now })
  })

  it('is not a consultation', () => {
    expect(
      subscriptionFor({ ...paid, product: 'consultation' }, { now: new Date(), isPaused: false }),
    ).toBeNull()
  })

  it.each([
    ['2026-11-02T18:59:59Z', '2026-11-02'],
    ['2026-11-02T19:00:00Z', '2026-11-03'],
  ])('that was paid at %s begins on %s, the local day', (paidAt, day) => {
    expect(subscriptionFor(paid, { now: new Date(paidAt), isPaused: false })?.startedOn).toBe(day)
  })
})
