import { programDays } from '../orders/products.ts'
import { type LocalTime, nextDate } from './local-time.ts'
import type { SubscriptionState } from './subscription.ts'

/** The facts of a subscription that the plan needs. Dates are local to the recipient. */
export type PlanProgress = {
  state: SubscriptionState
  /** The last day whose message was accepted; 0 before the first. */
  currentDay: number
  /** No message is sent before this date. */
  startsOn: string
  /** The date of the last accepted message. */
  lastSentOn: string | null
  /** True when the owner paused it. */
  isPaused: boolean
  /** True when WhatsApp cannot reach the number. */
  isUndeliverable: boolean
  optedOut: boolean
}

/** The hours of sending in the recipient's time zone: from `09:00` until before `12:00`. */
export type MorningHours = { sendAt: string; sendUntil: string }

type WaitReason = 'paused' | 'unreached' | 'not_started' | 'too_early' | 'too_late' | 'sent_today'

export type DayPlan =
  | { plan: 'send'; day: number }
  | { plan: 'wait'; reason: WaitReason }
  | { plan: 'done'; reason: 'finished' | 'cancelled' | 'opted_out' }

/**
 * Decides which day's message is due at `now`. One message is sent a day; a missed day moves the
 * rest of the program. `ignoreHour` ignores the hours.
 */
export function planDay(
  subscription: PlanProgress,
  now: LocalTime,
  { sendAt, sendUntil, ignoreHour = false }: MorningHours & { ignoreHour?: boolean },
): DayPlan {
  if (subscription.state === 'cancelled') return { plan: 'done', reason: 'cancelled' }
  if (subscription.state === 'finished' || subscription.currentDay >= programDays) {
    return { plan: 'done', reason: 'finished' }
  }
  if (subscription.optedOut) return { plan: 'done', reason: 'opted_out' }
  if (subscription.isPaused) return { plan: 'wait', reason: 'paused' }
  if (subscription.isUndeliverable) return { plan: 'wait', reason: 'unreached' }
  if (now.date < subscription.startsOn) return { plan: 'wait', reason: 'not_started' }
  if (sentToday(subscription.lastSentOn, now.date)) return { plan: 'wait', reason: 'sent_today' }
  if (!ignoreHour && now.time < sendAt) return { plan: 'wait', reason: 'too_early' }
  if (!ignoreHour && now.time >= sendUntil) return { plan: 'wait', reason: 'too_late' }
  return { plan: 'send', day: subscription.currentDay + 1 }
}

/**
 * A date of tomorrow counts, because the clock may have been set back. A later date is an error and
 * is ignored.
 */
export function sentToday(lastSentOn: string | null, today: string): boolean {
  return lastSentOn === today || lastSentOn === nextDate(today)
}

/** Returns the date of the first message: today before the sending hour, else tomorrow. */
export function firstDate(paidAt: LocalTime, sendAt: string): string {
  return paidAt.time < sendAt ? paidAt.date : nextDate(paidAt.date)
}

/** Returns the next date whose sending hours are not over. */
export function nextMorning(now: LocalTime, { sendUntil }: Pick<MorningHours, 'sendUntil'>): string {
  return now.time < sendUntil ? now.date : nextDate(now.date)
}

/** Returns the number of minutes that the hours of sending are still away; 0 within them. */
export function minutesToMorning(now: LocalTime, { sendAt, sendUntil }: MorningHours): number {
  if (now.time >= sendAt && now.time < sendUntil) return 0
  return (minuteOf(sendAt) - minuteOf(now.time) + minutesOfDay) % minutesOfDay
}

const minutesOfDay = 24 * 60

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** Lists the unsent days before `day`. */
export function skippedDays(sent: readonly number[], day: number): number[] {
  return Array.from({ length: day - 1 }, (_, index) => index + 1).filter((each) => !sent.includes(each))
}

/** The progress that an accepted message changes. */
export type DailyProgress = Pick<PlanProgress, 'state' | 'currentDay' | 'lastSentOn'>

/**
 * Progress after the message of `day` was sent on `date`. An older day's message moves nothing
 * back, and a late report on one takes nothing from the date of what was sent since.
 */
export function advanceProgress(
  progress: DailyProgress,
  accepted: { day: number; date: string },
): DailyProgress {
  const currentDay = Math.max(progress.currentDay, accepted.day)
  const finished = progress.state === 'active' && currentDay >= programDays
  const isLate = accepted.day <= progress.currentDay && (progress.lastSentOn ?? '') > accepted.date
  const lastSentOn = isLate ? progress.lastSentOn : accepted.date
  return { currentDay, lastSentOn, state: finished ? 'finished' : progress.state }
}

/**
 * Moves the progress back to before the first of the latest failed days. `lastSentOn` is the date
 * of the newest message that was delivered.
 */
export function rewindProgress(
  progress: DailyProgress,
  { failed, lastSentOn }: { failed: readonly number[]; lastSentOn: string | null },
): DailyProgress {
  let { currentDay } = progress
  while (failed.includes(currentDay)) currentDay -= 1
  if (currentDay === progress.currentDay) return progress
  return { currentDay, lastSentOn, state: progress.state === 'finished' ? 'active' : progress.state }
}
