import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideAfterRefusal, type SendFacts } from './decide-send.ts'
import { decideUnknown, maxResends, statusWaitMs } from './decide-unknown.ts'
import { classifyProviderError, type ProviderErrorClass } from './provider-error.ts'

const now = new Date('2026-11-02T04:00:00Z')
const facts: SendFacts = {
  form: 'template',
  attempts: 1,
  deadline: new Date('2026-11-05T04:00:00Z'),
  now,
  isPaid: false,
  jitter: 0,
}
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('classifyProviderError', () => {
  test.each<[number | null, number | null, ProviderErrorClass]>([
    [1, 500, 'transient'],
    [2, 503, 'transient'],
    [4, 400, 'transient'],
    [80007, 400, 'transient'],
    [130429, 429, 'transient'],
    [131000, 500, 'transient'],
    [131016, 500, 'transient'],
    [131057, 500, 'transient'],
    [133004, 503, 'transient'],
    [131056, 400, 'pair_limit'],
    [131049, null, 'marketing_cap'],
    [131047, null, 'window_closed'],
    [131026, null, 'recipient'],
    [130403, 403, 'recipient'],
    [131021, 400, 'recipient'],
    [130472, null, 'recipient'],
    [131030, 400, 'recipient'],
    [131050, null, 'recipient_opted_out'],
    [100, 400, 'payload'],
    [131008, 400, 'payload'],
    [131009, 400, 'payload'],
    [131051, 400, 'payload'],
    [131052, 400, 'payload'],
    [131053, null, 'payload'],
    [132000, 400, 'payload'],
    [132005, 400, 'payload'],
    [132012, 400, 'payload'],
    [132018, 400, 'payload'],
    [132001, 404, 'template'],
    [132007, 400, 'template'],
    [132015, 400, 'template'],
    [132016, 400, 'template'],
    [132068, 400, 'template'],
    [132069, 400, 'template'],
    [0, 401, 'account'],
    [3, 500, 'account'],
    [10, 403, 'account'],
    [190, 401, 'account'],
    [200, 403, 'account'],
    [299, 403, 'account'],
    [368, 403, 'account'],
    [131031, 403, 'account'],
    [131042, null, 'account'],
    [131045, 500, 'account'],
    [131048, 400, 'account'],
    [131064, null, 'account'],
    [130497, 403, 'account'],
    [133010, 400, 'account'],
    [133016, 400, 'account'],
    [null, 401, 'account'],
    [null, 403, 'account'],
    [null, 400, 'payload'],
    [null, 404, 'transient'],
    [null, 429, 'transient'],
    [null, 502, 'transient'],
    [null, null, 'transient'],
    [987654, 500, 'transient'],
  ])('code %s with status %s is %s', (code, status, expected) => {
    expect(classifyProviderError(code, status)).toBe(expected)
  })
})

describe('decideAfterRefusal', () => {
  test('passing trouble is retried with growing pauses, a quarter of an hour at most', () => {
    const pauses = [1, 2, 3, 8, 9, 10, 30].map((attempts) => {
      const decision = decideAfterRefusal({ code: 131016, httpStatus: 500 }, { ...facts, attempts })
      return decision.action === 'retry' ? (decision.at.getTime() - now.getTime()) / 1000 : null
    })
    expect(pauses).toEqual([2, 4, 8, 256, 512, 900, 900])
  })

  test('too many messages to one person wait 4, 16, 64 seconds', () => {
    expect(
      [1, 2, 3].map((attempts) =>
        decideAfterRefusal({ code: 131056, httpStatus: 400 }, { ...facts, attempts }),
      ),
    ).toEqual([4, 16, 64].map((seconds) => ({ action: 'retry', at: inSeconds(seconds), alert: false })))
  })

  test('the marketing cap is never tried again within 24 hours', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempts, jitter) => {
          const decision = decideAfterRefusal(
            { code: 131049, httpStatus: null },
            { ...facts, attempts, jitter },
          )
          expect(decision.action).toBe('retry')
          if (decision.action === 'retry')
            expect(decision.at.getTime()).toBeGreaterThan(inSeconds(24 * 3600).getTime())
        },
      ),
    )
  })

  test('a closed window turns free text into a template', () => {
    expect(decideAfterRefusal({ code: 131047, httpStatus: null }, { ...facts, form: 'free' })).toEqual({
      action: 'switch_to_template',
    })
    expect(decideAfterRefusal({ code: 131047, httpStatus: null }, facts).action).toBe('retry')
  })

  test.each([
    [131026, { action: 'stop', reason: 'recipient', alert: false }],
    [131050, { action: 'stop', reason: 'opted_out', alert: false }],
    [132000, { action: 'stop', reason: 'payload', alert: true }],
    [190, { action: 'pause_queue', until: inSeconds(600) }],
    [132001, { action: 'retry', at: inSeconds(3600), alert: true }],
  ])('code %i: %j', (code, decision) => {
    expect(decideAfterRefusal({ code, httpStatus: 400 }, facts)).toEqual(decision)
  })

  test('the owner hears of a paid message that cannot arrive', () => {
    expect(decideAfterRefusal({ code: 131026, httpStatus: null }, { ...facts, isPaid: true })).toMatchObject({
      alert: true,
    })
  })

  test('no retry is earlier than now or later than the deadline', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 0, max: 140_000 }), { nil: null }),
        fc.option(fc.integer({ min: 400, max: 599 }), { nil: null }),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: -10, max: 200_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('free' as const, 'template' as const),
        (code, httpStatus, attempts, seconds, jitter, form) => {
          const deadline = inSeconds(seconds)
          const decision = decideAfterRefusal(
            { code, httpStatus },
            { form, attempts, deadline, now, isPaid: false, jitter },
          )
          if (decision.action !== 'retry') return
          expect(decision.at.getTime()).toBeGreaterThan(now.getTime())
          expect(decision.at.getTime()).toBeLessThanOrEqual(deadline.getTime())
        },
      ),
    )
  })
})

describe('decideUnknown', () => {
  const since = (ms: number, resends = 0) =>
    decideUnknown({ unknownSince: new Date(now.getTime() - ms), resends, now })

  test('a report gets its time to arrive', () => {
    expect(since(0)).toEqual({ action: 'wait', until: new Date(now.getTime() + statusWaitMs) })
    expect(since(statusWaitMs - 1).action).toBe('wait')
  })

  test('silence means the request was lost, a bounded number of times', () => {
    expect(since(statusWaitMs).action).toBe('resend')
    expect(since(statusWaitMs, maxResends - 1).action).toBe('resend')
    expect(since(statusWaitMs, maxResends).action).toBe('stop')
  })
})
