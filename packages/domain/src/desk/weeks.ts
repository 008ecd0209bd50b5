import { almatyDay, almatyDays } from '../time/almaty.ts'

/** A week in Almaty: its first and last dates, and the instants of its start and end. */
export type Week = { monday: string; sunday: string; begins: Date; ends: Date }

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Returns the week of a Monday such as `2026-11-16`. */
export function weekOf(monday: string): Week {
  const sunday = addDays(monday, 6)
  return { monday, sunday, ...almatyDays({ from: monday, until: sunday }) }
}

export function weekBefore({ monday }: Week): Week {
  return weekOf(addDays(monday, -7))
}

/** Returns the last complete week. On Monday it changes at the time `at`, such as `08:00`. */
export function weekToReport(now: Date, at: string): Week {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const day = almatyDay(new Date(now.getTime() - hours * hourMs - minutes * 60_000))
  // JavaScript's weeks start on Sunday.
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return weekBefore(weekOf(addDays(day, -sinceMonday)))
}

/** Adds days to a date such as `2026-11-16`. */
function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/**
 * Returns the first counted day of a week that the period includes partly; null for a whole week.
 */
export function partialWeekStart(monday: string, from: string): string | null {
  return monday < from ? from : null
}

/** A week's figures: the visits that began in it and their outcomes, and the week's payments. */
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
