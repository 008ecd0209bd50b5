import { databaseRefusal } from '@app/platform/http/postgres-error'

/**
 * Wraps a ping with a timeout. Concurrent callers share one ping, so that a hanging database blocks
 * one connection only.
 */
export function pingInTime(ping: () => Promise<void>, limitMs: number): () => Promise<void> {
  let asked: Promise<void> | null = null
  return async () => {
    asked ??= ping().finally(() => {
      asked = null
    })
    const { promise: overdue, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => reject(databaseRefusal('08006', `the database is away: no answer in ${limitMs} ms`)),
      limitMs,
    )
    try {
      await Promise.race([asked, overdue])
    } finally {
      clearTimeout(timer)
    }
  }
}
