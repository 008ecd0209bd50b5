const minute = 60_000

/**
 * Returns when telling the owner is tried again after so many tries that failed: after 1, 2, 4 …
 * minutes, an hour at most, and not before the service itself allows it. It is never given up: what
 * is said is still true, or is replaced by what is.
 */
export function nextSendAt(tries: number, retryAfterMs: number | null, now: Date): Date {
  const ownMs = Math.min(2 ** Math.min(tries - 1, 10), 60) * minute
  return new Date(now.getTime() + Math.max(ownMs, Math.min(retryAfterMs ?? 0, 6 * 60 * minute)))
}
