import { type Limiter, type OpenLimiter, refillRateOf, refused, type Turn } from './limiter.ts'

/** The number of keys for each limiter, least recently seen first out. */
const maxRememberedKeys = 50_000

/**
 * Limiters that count in this process alone, which is right where there is but one. By the
 * machine's uptime: a clock that was ahead and is set right would refuse everybody for as long as
 * it was.
 */
export function createMemoryLimits(
  nowMs: () => number = () => performance.now(),
  remembered = maxRememberedKeys,
): OpenLimiter {
  const names = new Map<string, Map<string, number>>()
  return (name, limit): Limiter => {
    const fullAtUs = names.get(name) ?? new Map<string, number>()
    names.set(name, fullAtUs)
    const { pauseUs, aheadUs } = refillRateOf(limit)

    const next = (key: string): { fullAt: number; turn: Turn } => {
      const nowUs = Math.floor(nowMs() * 1000)
      const fullAt = Math.max(fullAtUs.get(key) ?? 0, nowUs) + pauseUs
      const waitUs = fullAt - aheadUs - nowUs
      return { fullAt, turn: waitUs > 0 ? refused(waitUs) : { ok: true } }
    }
    return {
      async take(key) {
        const { fullAt, turn } = next(key)
        if (!turn.ok) return turn
        // Deleting first moves the key to the end.
        fullAtUs.delete(key)
        fullAtUs.set(key, fullAt)
        const [oldest] = fullAtUs.size > remembered ? fullAtUs.keys() : []
        if (oldest !== undefined) fullAtUs.delete(oldest)
        return turn
      },
      peek: async (key) => next(key).turn,
    }
  }
}
