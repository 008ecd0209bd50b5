import { type MorningHours, nextMorning } from './daily-plan.ts'
import type { LocalTime } from './local-time.ts'
import { nextInTurn, type Queued } from './number-queue.ts'

/** The information about the next message for the buyer. */
export type NextMessage =
  /** `on` is null when the buyer may not know the date. */
  | { when: 'on'; on: string | null }
  /** Today, within the hours of sending. */
  | { when: 'today'; on: string }
  /** Probably next morning, unless another program writes to the number. */
  | { when: 'soon'; on: null }
  /** The first morning passed without the message. */
  | { when: 'late'; on: null }
  /** Another program of the same buyer runs first. */
  | { when: 'after_own'; on: string | null }

/**
 * Finds the date of a program's next message. `mine` are the buyer's programs to the number, `all`
 * those of all buyers. Before its first message a program looks the same with and without other
 * buyers' programs, because a buyer must not learn of them.
 */
export function nextMessage(
  waiting: Queued,
  { mine, all, now, hours, isReaddressed }: NextMessageFacts,
): NextMessage {
  const morning = nextMorning(now, hours)
  const alone = nextInTurn(waiting, [], morning)
  const afterMine = nextInTurn(waiting, mine, morning)
  const on = nextInTurn(waiting, all, morning) === afterMine ? afterMine : null
  if (waiting.currentDay > 0 || waiting.lastSentOn !== null) {
    return on === now.date && now.time >= hours.sendAt ? { when: 'today', on } : { when: 'on', on }
  }
  if (afterMine !== alone) return { when: 'after_own', on }
  return { when: morning > waiting.startsOn && !isReaddressed ? 'late' : 'soon', on: null }
}

type NextMessageFacts = {
  mine: readonly Queued[]
  all: readonly Queued[]
  now: LocalTime
  hours: MorningHours
  /** True when the number was corrected, so that the program starts anew. */
  isReaddressed: boolean
}

/**
 * Returns the date of a new program's first message; null once it has started or the morning
 * passed. It ignores other buyers' programs.
 */
export function firstMorning(
  { startsOn, currentDay, lastSentOn }: Pick<Queued, 'startsOn' | 'currentDay' | 'lastSentOn'>,
  { now, hours }: Pick<NextMessageFacts, 'now' | 'hours'>,
): { on: string; isToday: boolean } | null {
  const isAhead = currentDay === 0 && lastSentOn === null && nextMorning(now, hours) <= startsOn
  return isAhead ? { on: startsOn, isToday: startsOn === now.date } : null
}
