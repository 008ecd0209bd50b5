import { isAway } from '@app/platform/http/postgres-error'

const patienceMs = 2_000
/** A question that was lost on its way must not stand for its answer for ever. */
const giveUpMs = 10_000

type Question = { answer: Promise<boolean>; askedAt: number }

/**
 * Asks about a session, and takes it to go on when nobody says otherwise within two seconds, or the database is away: for
 * those who have shown a signed pass already. A session is asked about by one at a time, so what waits on a database that
 * hangs waits two seconds in all, and not for each script.
 */
export function unlessSilent(
  ask: (sessionId: string) => Promise<boolean>,
  now: () => number = () => performance.now(),
): (sessionId: string) => Promise<boolean> {
  const asking = new Map<string, Question>()

  function put(sessionId: string): Question {
    const answer = ask(sessionId)
      .catch((error: unknown) => {
        if (isAway(error)) return true
        throw error
      })
      .finally(() => {
        if (asking.get(sessionId) === question) asking.delete(sessionId)
      })
    const question = { answer, askedAt: now() }
    asking.set(sessionId, question)
    return question
  }

  return async (sessionId) => {
    const underWay = asking.get(sessionId)
    const isLost = underWay !== undefined && now() - underWay.askedAt >= giveUpMs
    const { answer, askedAt } = !underWay || isLost ? put(sessionId) : underWay
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<true>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, askedAt + patienceMs - now()), true)
    })
    return Promise.race([answer, silence]).finally(() => clearTimeout(timer))
  }
}
