import { describe, expect, it } from 'vitest'
import {
  nextStepAfterNoAnswer,
  nextStepAfterUnpaid,
  providerPaymentStatus,
  reconcileAfterMs,
  reconcileAt,
} from './reconciliation.ts'

const createdAt = new Date('2026-11-02T04:00:00Z')

describe('an unpaid order', () => {
  it('is asked about after minutes, then hours, and then expires', () => {
    const asked: string[] = []
    let step = { step: 'ask_again', at: reconcileAt(createdAt, 0), asked: 0 } as ReturnType<
      typeof nextStepAfterUnpaid
    >
    while (step.step === 'ask_again') {
      asked.push(step.at.toISOString().slice(5, 16))
      step = nextStepAfterUnpaid(createdAt, step.asked)
    }
    expect(asked).toEqual([
      '11-02T04:02',
      '11-02T04:05',
      '11-02T04:15',
      '11-02T05:00',
      '11-02T07:00',
      '11-02T16:00',
      '11-03T04:00',
      '11-04T04:00',
    ])
    expect(asked).toHaveLength(reconcileAfterMs.length)
    expect(step).toEqual({ step: 'expire' })
  })
})

describe('a question without an answer', () => {
  it.each([
    ['2026-11-02T04:02:00Z', { step: 'ask_again', at: new Date('2026-11-02T04:12:00Z'), asked: 3 }],
    ['2026-11-09T03:59:00Z', { step: 'ask_again', at: new Date('2026-11-09T04:09:00Z'), asked: 3 }],
    ['2026-11-09T04:00:00Z', { step: 'expire' }],
  ] as const)('at %s is followed by %j', (now, step) => {
    expect(nextStepAfterNoAnswer(createdAt, 3, new Date(now))).toEqual(step)
  })
})

describe("the status service's code", () => {
  it.each([
    [100, 'paid'],
    [5, 'pending'],
    [20, 'pending'],
    [50, 'pending'],
    [80, 'pending'],
    [10, 'not_paid'],
    [60, 'not_paid'],
    [7, 'pending'],
  ] as const)('%i means %s', (code, standing) => {
    expect(providerPaymentStatus(code, '5000.000000').standing).toBe(standing)
  })
})
