import type { RateLimit } from '../settings.ts'
import type { OpenLimiter, Turn } from './limiter.ts'

/**
 * Counts distinct things per key: the same thing again is free, so a browser that repeats its
 * request is never refused for it.
 */
export function createDistinctLimit(openLimiter: OpenLimiter, name: string, limit: RateLimit) {
  const all = openLimiter(name, limit)
  const seen = openLimiter(`${name}/seen`, { max: 1, seconds: limit.seconds })

  return {
    /** Returns whether `thing` may pass for `key`; else in how many seconds it may. */
    async take(key: string, thing: string): Promise<Turn> {
      const one = `${key}\n${thing}`
      if (!(await seen.peek(one)).ok) return { ok: true }
      const turn = await all.take(key)
      if (turn.ok) await seen.take(one)
      return turn
    },
  }
}
