import type { RateLimit } from '../settings.ts'
import type { OpenLimiter, Turn } from './limiter.ts'

/** Limits distinct values for each key. A repeated value is free. */
export function createDistinctLimit(openLimiter: OpenLimiter, name: string, limit: RateLimit) {
  const all = openLimiter(name, limit)
  const seen = openLimiter(`${name}/seen`, { max: 1, seconds: limit.seconds })

  return {
    /** Returns whether `thing` may pass for `key`, else the seconds to wait. */
    async take(key: string, thing: string): Promise<Turn> {
      const one = `${key}\n${thing}`
      if (!(await seen.peek(one)).ok) return { ok: true }
      const turn = await all.take(key)
      if (turn.ok) await seen.take(one)
      return turn
    },
  }
}
