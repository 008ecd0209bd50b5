import { almatyDay, almatyDays } from '../time/almaty.ts'

/** A week of Almaty: the day it begins and the day it ends, as a calendar writes them, and the instants around it. */
export type Week = { monday: string; sunday: string; begins: Date; ends: Date }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The week that begins on a Monday such as `2026-11-16`. */
export function weekOf(monday: string): Week {
  const sunday = addDays(monday, 6)
  return { monday, sunday, ...almatyDays({ from: monday, until: sunday }) }
}

export function weekBefore({ monday }: Week): Week {
  return weekOf(addDays(monday, -7))
}

/** The last week that is over, as it is told from a time of Monday such as `08:00` on; before that, the one before it is. */
export function weekToReport(now: Date, at: string): Week {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const day = almatyDay(new Date(now.getTime() - hours * hourMs - minutes * 60_000))
  // Sunday is 0 to the calendar of JavaScript, and the last day of a week to us.
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return weekBefore(weekOf(addDays(day, -sinceMonday)))
}

/** The day of the calendar that is so many days after one such as `2026-11-16`. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** From which day a week is counted that a period begins inside of; null where all of it is counted from its Monday on. */
export function partialWeekStart(monday: string, from: string): string | null {
  return monday < from ? from : null
}

/** What a week came to: of those who began the quiz in it, how far they got; and the money that moved in it. */
export type WeekFigures = {
  visits: number
  saved: number
  checklist: number
  programs: number
  consultations: number
  paid: number
  paidTiyn: number
  refunded: number
  refundedTiyn: number
}
