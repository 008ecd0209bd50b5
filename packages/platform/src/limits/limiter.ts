import type { RateLimit } from '../settings.ts'

/** The result of a limiter: allowed, or the seconds to wait. */
export type Turn = { ok: true } | { ok: false; retryAfterSeconds: number }

/** A token bucket: `max` turns, refilled evenly over `seconds`. */
export type Limiter = {
  /** Takes one turn, if there is one. */
  take: (key: string) => Promise<Turn>
  /** Returns whether there is a turn, which stays. */
  peek: (key: string) => Promise<Turn>
}

/** Opens the limiter of a name. Whoever opens the same name counts together, in every process of the installation. */
export type OpenLimiter = (name: string, limit: RateLimit) => Limiter

/** A turn's pause and how far ahead of now turns may be taken, in whole microseconds, the finest that PostgreSQL counts. */
export type RefillRate = { pauseUs: number; aheadUs: number }

export function refillRateOf({ max, seconds }: RateLimit): RefillRate {
  const aheadUs = seconds * 1_000_000
  return { pauseUs: Math.max(1, Math.floor(aheadUs / max)), aheadUs }
}

export function refused(waitUs: number): Turn {
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitUs / 1_000_000)) }
}
