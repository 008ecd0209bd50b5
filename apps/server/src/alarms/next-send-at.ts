const minute = 60_000

/**
 * Returns the time of the next attempt: after 1, 2, 4 … minutes, at most an hour, and not before
 * the service allows it. Attempts never end.
 */
export function nextSendAt(tries: number, retryAfterMs: number | null, now: Date): Date {
  const ownMs = Math.min(2 ** Math.min(tries - 1, 10), 60) * minute
  return new Date(now.getTime() + Math.max(ownMs, Math.min(retryAfterMs ?? 0, 6 * 60 * minute)))
}
