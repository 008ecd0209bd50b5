import { programDays } from '../orders/products.ts'
import { sentToday } from './daily-plan.ts'
import { nextDate } from './local-time.ts'

/** A program in the queue of one number. */
export type QueueCandidate = {
  id: string
  boughtAt: Date
  /** The local date of the last accepted message. */
  lastSentOn: string | null
  /** True for an active program that is neither paused nor suppressed and has a category. */
  isGoing: boolean
}

/**
 * Returns true when `other` blocks `waiting` today. A number gets one message a morning, and the
 * older purchase ends first.
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

/** A queued program with the day of its next message and its first date. */
export type Queued = QueueCandidate & { currentDay: number; startsOn: string }

/**
 * Returns the date of `waiting`'s next message when all programs of the number proceed; null for an
 * inactive one.
 */
export function nextInTurn(waiting: Queued, others: readonly Queued[], today: string): string | null {
  if (!waiting.isGoing) return null
  let queue = [waiting, ...others.filter(({ id }) => id !== waiting.id)]
  // One program sends each morning, unless the first one starts later.
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
