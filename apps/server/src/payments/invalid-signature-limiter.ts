import type { OpenLimiter } from '@app/platform/limits/limiter'

export type InvalidSignatureLimiter = {
  /** Whether one more stranger's call may be written down now. */
  take: () => Promise<boolean>
}

/** Lets strangers' calls be written down at most `perMinute` times a minute, however many come and whoever sends them. */
export function createInvalidSignatureLimiter(
  openLimiter: OpenLimiter,
  perMinute = 60,
): InvalidSignatureLimiter {
  const everybody = openLimiter('forgeries', { max: perMinute, seconds: 60 })
  return { take: async () => (await everybody.take('')).ok }
}
