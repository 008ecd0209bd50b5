import type { OpenLimiter } from '@app/platform/limits/limiter'

export type InvalidSignatureLimiter = {
  /** Resolves to true when one more invalid call may be recorded now. */
  take: () => Promise<boolean>
}

/** Limits how many calls with an invalid signature are recorded, from all senders together. */
export function createInvalidSignatureLimiter(
  openLimiter: OpenLimiter,
  perMinute = 60,
): InvalidSignatureLimiter {
  const everybody = openLimiter('forgeries', { max: perMinute, seconds: 60 })
  return { take: async () => (await everybody.take('')).ok }
}
