import { programDays } from '../orders/products.ts'
import { sentToday } from './daily-plan.ts'
import { nextDate } from './local-time.ts'

/** One of several programs that send to one number. */
export type QueueCandidate = {
  id: string
  boughtAt: Date
  /** The date on which its last day's message was accepted, local to its recipient. */
  lastSentOn: string | null
  /**
   * True for an active program that is neither paused nor suppressed, and has a category to send.
   */
  isGoing: boolean
}

/**
 * Tells if `waiting` sends nothing today because of `other`. A number gets one message a morning,
 * and the program bought first ends first.
 */
export function holdsBack(other: QueueCandidate, waiting: QueueCandidate, today: string): boolean {
  if (other.id === waiting.id) return false
  if (sentToday(other.lastSentOn, today)) return true
  return other.isGoing && isEarlier(other, waiting)
}

function isEarlier(one: QueueCandidate, other: QueueCandidate): boolean {
  const apart = one.boughtAt.getTime() - other.boughtAt.getTime()
  return apart === 0 ? one.id < other.id : apart < 0
}

/** A candidate with the day of its next message and its first date. */
export type Queued = QueueCandidate & { currentDay: number; startsOn: string }

/**
 * The date of `waiting`'s next message, from `today` on, when all that write to its number go on as they are, one message a morning; null for one
 * that is not under way.
 */
export function nextInTurn(waiting: Queued, others: readonly Queued[], today: string): string | null {
  if (!waiting.isGoing) return null
  let queue = [waiting, ...others.filter(({ id }) => id !== waiting.id)]
  // Each morning one sends, or the first in the queue has its first date still ahead.
  for (let date = today; ; date = nextDate(date)) {
    const sending = queue.find((one) => sendsOn(one, queue, date))
    if (sending?.id === waiting.id) return date
    queue = queue.map((one) => (one === sending ? afterSending(one, date) : one))
  }
}

function sendsOn(one: Queued, queue: readonly Queued[], date: string): boolean {
  if (!one.isGoing || date < one.startsOn || sentToday(one.lastSentOn, date)) return false
  return !queue.some((other) => holdsBack(other, one, date))
}

function afterSending(one: Queued, date: string): Queued {
  const currentDay = one.currentDay + 1
  return { ...one, currentDay, lastSentOn: date, isGoing: currentDay < programDays }
}
