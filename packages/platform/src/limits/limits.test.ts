import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { RateLimit } from '../settings.ts'
import { addressGroup } from './limit-addresses.ts'
import { createMemoryLimits } from './memory-limits.ts'

function given(limit: RateLimit, remembered?: number) {
  let nowMs = 0
  const limiter = createMemoryLimits(() => nowMs, remembered)('name', limit)
  return async (key: string, atMs: number) => {
    nowMs = atMs
    const peeked = await limiter.peek(key)
    const taken = await limiter.take(key)
    expect(peeked).toEqual(taken)
    return taken.ok ? 'taken' : taken.retryAfterSeconds
  }
}

describe('a limiter', () => {
  it('lets a burst through and then as many as come back with time', async () => {
    const takeAt = given({ max: 2, seconds: 10 })
    const answers = []
    for (const at of [0, 0, 0, 4_999, 5_000, 5_001, 60_000, 60_000, 60_000]) {
      answers.push(await takeAt('192.0.2.1', at))
    }
    expect(answers).toEqual(['taken', 'taken', 5, 1, 'taken', 5, 'taken', 'taken', 5])
  })

  it.each([3, 7, 11, 30, 120])(
    'lets all of %d through at once, however the pause is rounded',
    async (max) => {
      const takeAt = given({ max, seconds: 10 })
      for (let at = 0; at < max; at++) expect(await takeAt('one', 0)).toBe('taken')
      expect(await takeAt('one', 0)).not.toBe('taken')
    },
  )

  it('counts each key for itself', async () => {
    const takeAt = given({ max: 1, seconds: 10 })
    expect([await takeAt('one', 0), await takeAt('two', 0), await takeAt('one', 0)]).toEqual([
      'taken',
      'taken',
      10,
    ])
  })

  it('refuses nobody because the clock was ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T00:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { take } = createMemoryLimits()('name', { max: 2, seconds: 3_600 })
    expect(await take('one')).toEqual({ ok: true })
    vi.setSystemTime(Date.parse('2026-11-22T00:00:00Z'))
    expect(await take('one')).toEqual({ ok: true })
    expect((await take('one')).ok).toBe(false)
  })

  it('keeps no more keys than it may, forgetting the one not seen for longest', async () => {
    const takeAt = given({ max: 1, seconds: 10 }, 2)
    for (const key of ['one', 'two', 'three']) await takeAt(key, 0)
    expect(await takeAt('two', 1)).toBe(10)
    expect(await takeAt('one', 1)).toBe('taken')
  })
})

describe('the addresses of one subscriber', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s count as %s', (ip, group) => {
    expect(addressGroup(ip)).toBe(group)
  })
})
