import { databaseRefusal } from '@app/platform/http/postgres-error'

/**
 * A ping that counts as failed when there is no answer within `limitMs`. There is one at a time: whoever asks meanwhile hears of
 * that one, so that asking a database that hangs takes one connection and not all of them.
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
