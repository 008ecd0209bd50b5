import { errors } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { VerifiedTokens } from './verified-tokens.ts'

afterEach(() => void vi.useRealTimers())

describe('verified tokens', () => {
  it('are forgotten when their time has passed', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const tokens = new VerifiedTokens()
    tokens.add('one', { exp: 1001 })
    expect(tokens.find('one')).toEqual({ exp: 1001 })
    vi.setSystemTime(1_001_000)
    expect(() => tokens.find('one')).toThrow(errors.JWTExpired)
  })

  it('are no more than were allowed', () => {
    const tokens = new VerifiedTokens(2)
    for (const token of ['one', 'two', 'three']) tokens.add(token, { sub: token })
    expect(['one', 'two', 'three'].map((token) => tokens.find(token)?.sub)).toEqual([
      undefined,
      'two',
      'three',
    ])
  })
})
