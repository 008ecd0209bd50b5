import type { RateLimit } from '../config/limits.ts'

/**
 * Counts distinct things per key in a window: the same thing again is free, so a browser that repeats its
 * request is never refused for it. Kept in memory, bounded.
 */
export function openDistinctLimit({ max, seconds }: RateLimit, maxKeys = 10_000) {
  const windows = new Map<string, { endsAt: number; things: Set<string> }>()

  return {
    /** Whether `thing` may pass for `key`; else in how many seconds it may. */
    take(key: string, thing: string, now = Date.now()): { ok: true } | { ok: false; retryAfter: number } {
      const current = windows.get(key)
      if (!current || current.endsAt <= now) {
        windows.delete(key)
        makeRoom(windows, maxKeys)
        windows.set(key, { endsAt: now + seconds * 1000, things: new Set([thing]) })
        return { ok: true }
      }
      if (current.things.has(thing)) return { ok: true }
      if (current.things.size >= max) {
        return { ok: false, retryAfter: Math.ceil((current.endsAt - now) / 1000) }
      }
      current.things.add(thing)
      return { ok: true }
    },
  }
}

/** Forgets the oldest window: a Map lists its keys in the order they came. */
function makeRoom(windows: Map<string, unknown>, maxKeys: number) {
  if (windows.size < maxKeys) return
  const oldest = windows.keys().next()
  if (!oldest.done) windows.delete(oldest.value)
}
