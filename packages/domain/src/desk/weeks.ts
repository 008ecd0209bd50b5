import { almatyDayStart } from './people.ts'

/** A week of Almaty: the day it begins and the day it ends, as a calendar writes them, and the instants around it. */
export type Week = { monday: string; sunday: string; begins: Date; ends: Date }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs
/** The first Monday of the epoch, 5 January 1970, as Almaty has it. */
const firstMonday = Date.parse('1970-01-05T00:00:00+05:00')

/** The week that begins on a Monday such as `2026-11-16`. */
export function weekOf(monday: string): Week {
  const begins = new Date(`${monday}T00:00:00+05:00`)
  return {
    monday,
    sunday: new Date(Date.parse(monday) + 6 * dayMs).toISOString().slice(0, 10),
    begins,
    ends: new Date(begins.getTime() + weekMs),
  }
}

export function weekBefore({ monday }: Week): Week {
  return weekOf(new Date(Date.parse(monday) - weekMs).toISOString().slice(0, 10))
}

/** The last week that is over, as it is told from a time of Monday such as `08:00` on; before that, the one before it is. */
export function weekToTell(now: Date, at: string): Week {
  const [hours = 0, minutes = 0] = at.split(':').map(Number)
  const told = almatyDayStart(new Date(now.getTime() - hours * hourMs - minutes * 60_000))
  const sinceMonday = (told.getTime() - firstMonday) % weekMs
  // Noon, so that the day is the same one in UTC.
  const monday = new Date(told.getTime() - sinceMonday + dayMs / 2).toISOString().slice(0, 10)
  return weekBefore(weekOf(monday))
}

/** What a week came to: of those who began the quiz in it, how far they got; and the money that moved in it. */
export type WeekFigures = {
  visits: number
  finished: number
  saved: number
  checklist: number
  programs: number
  consultations: number
  paid: number
  paidTiyn: number
  refunded: number
  refundedTiyn: number
}
