import { describe, expect, it } from 'vitest'
import { addressGroup, RateLimiter } from './rate-limiter.ts'

describe('a rate limiter', () => {
  it('lets a burst through and then as many as come back with time', () => {
    const limiter = new RateLimiter({ max: 2, seconds: 10 })
    const taken = [0, 0, 0, 4_999, 5_000, 5_001, 60_000, 60_000, 60_000].map((at) =>
      limiter.take('192.0.2.1', at),
    )
    expect(taken).toEqual([true, true, false, false, true, false, true, true, false])
  })

  it('counts each address for itself', () => {
    const limiter = new RateLimiter({ max: 1, seconds: 10 })
    expect(['192.0.2.1', '192.0.2.2', '192.0.2.1'].map((ip) => limiter.take(ip, 0))).toEqual([
      true,
      true,
      false,
    ])
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
