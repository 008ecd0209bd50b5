import { type MorningHours, nextMorning } from './daily-plan.ts'
import type { LocalTime } from './local-time.ts'
import { nextInTurn, type Queued } from './number-queue.ts'

/** What the buyer of a program is told of its next message. */
export type NextMessage =
  /** `on` is null where the mornings are not this buyer's to know. */
  | { when: 'on'; on: string | null }
  /** This morning, whose hour has come and is not over. */
  | { when: 'today'; on: string }
  /** The first one comes next morning, unless another program writes to that number. */
  | { when: 'soon'; on: null }
  /** The first morning went by without it. */
  | { when: 'late'; on: null }
  /** Another program of the same buyer writes to that number first. */
  | { when: 'after_own'; on: string | null }

/**
 * Tells when a program under way sends next: the true date, or none. `mine` are the programs of the same buyer to that number, `all` those of everybody: what others
 * bought for a number is told to nobody who typed it, so a program that has not begun is spoken of alike whether it waits for theirs or for none.
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
  /** Its number was mended, so that it begins anew. */
  isReaddressed: boolean
}

/**
 * The morning of the first message of a program that is about to begin: today's, or tomorrow's. Null once it has begun or that morning went by. Like
 * `nextMessage`, it knows nothing of what others bought for the number.
 */
export function firstMorning(
  { startsOn, currentDay, lastSentOn }: Pick<Queued, 'startsOn' | 'currentDay' | 'lastSentOn'>,
  { now, hours }: Pick<NextMessageFacts, 'now' | 'hours'>,
): { on: string; isToday: boolean } | null {
  const isAhead = currentDay === 0 && lastSentOn === null && nextMorning(now, hours) <= startsOn
  return isAhead ? { on: startsOn, isToday: startsOn === now.date } : null
}
