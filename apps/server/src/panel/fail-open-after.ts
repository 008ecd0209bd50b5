import { passesByItself } from '@app/platform/http/postgres-error'

const patienceMs = 2_000
/** A question that was lost on its way must not stand for its answer for ever. */
const giveUpMs = 10_000

type Question = { answer: Promise<boolean>; askedAt: number }

/**
 * Asks about a session, and takes it to go on when nobody says otherwise within two seconds, the database is away or others were in the way: for
 * those who have shown a signed pass already. A session is asked about by one at a time, so what waits on a database that
 * hangs waits two seconds in all, and not for each script.
 */
export function failOpenAfter<About extends readonly string[]>(
  ask: (...about: About) => Promise<boolean>,
  now: () => number = () => performance.now(),
): (...about: About) => Promise<boolean> {
  const asking = new Map<string, Question>()

  function put(key: string, about: About): Question {
    const answer = ask(...about)
      .catch((error: unknown) => {
        if (passesByItself(error)) return true
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
    const isLost = underWay !== undefined && now() - underWay.askedAt >= giveUpMs
    const { answer, askedAt } = !underWay || isLost ? put(key, about) : underWay
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<true>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, askedAt + patienceMs - now()), true)
    })
    return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
  }
}
