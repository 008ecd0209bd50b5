import { isTransient } from '@app/platform/http/postgres-error'

const timeoutMs = 2_000
/** A query older than this counts as lost, so that the next call asks again. */
const staleQueryMs = 10_000

type PendingQuery = { answer: Promise<boolean>; askedAt: number }

/**
 * Asks about a session, and answers true when the database is away or does not answer within two
 * seconds, because the caller has shown a signed pass already. Calls about the same session share
 * one query.
 */
export function failOpenAfter<About extends readonly string[]>(
  ask: (...about: About) => Promise<boolean>,
  now: () => number = () => performance.now(),
): (...about: About) => Promise<boolean> {
  const asking = new Map<string, PendingQuery>()

  function put(key: string, about: About): PendingQuery {
    const answer = ask(...about)
      .catch((error: unknown) => {
        if (isTransient(error)) return true
        throw error
      })
      .finally(() => {
        if (asking.get(key) === question) asking.delete(key)
      })
    const question = { answer, askedAt: now() }
    asking.set(key, question)
    return question
  }

  return async (...about) => {
    const key = about.join(' ')
    const underWay = asking.get(key)
    const isLost = underWay !== undefined && now() - underWay.askedAt >= staleQueryMs
    const { answer, askedAt } = !underWay || isLost ? put(key, about) : underWay
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<true>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, askedAt + timeoutMs - now()), true)
    })
    return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
  }
}
