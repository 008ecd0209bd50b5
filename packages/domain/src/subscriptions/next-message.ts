import type { LocalTime } from './local-time.ts'
import { nextInTurn, type Queued } from './turns.ts'

/** What the buyer of a program is told of its next message. */
export type NextMessage =
  /** `on` is null where the mornings are not this buyer's to know. */
  | { when: 'on'; on: string | null }
  /** The first one comes next morning, unless another program writes to that number. */
  | { when: 'soon'; on: null }
  /** The first morning went by without it. */
  | { when: 'late'; on: null }
  /** Another program of the same buyer writes to that number first. */
  | { when: 'after_own'; on: string | null }

/** From when on a first message that did not come is late. */
const lateFrom = '12:00'

/**
 * Tells when a program under way sends next: the true date, or none. `mine` are the programs of the same buyer to that number, `all` those of everybody: what others
 * bought for a number is told to nobody who typed it, so a program that has not begun is spoken of alike whether it waits for theirs or for none.
 */
export function nextMessage(
  waiting: Queued,
  { mine, all, now }: { mine: readonly Queued[]; all: readonly Queued[]; now: LocalTime },
): NextMessage {
  const alone = nextInTurn(waiting, [], now.date)
  const afterMine = nextInTurn(waiting, mine, now.date)
  const on = nextInTurn(waiting, all, now.date) === afterMine ? afterMine : null
  if (waiting.currentDay > 0 || waiting.lastSentOn !== null) return { when: 'on', on }
  if (afterMine !== alone) return { when: 'after_own', on }
  const isLate = now.date > waiting.startsOn || (now.date === waiting.startsOn && now.time >= lateFrom)
  return { when: isLate ? 'late' : 'soon', on: null }
}
