/**
 * The UTC offset of Almaty and, since 1 March 2024, of all of Kazakhstan, without daylight saving
 * time (tzdata 2024a).
 */
export const almatyOffsetMs = 5 * 3_600_000

/** The IANA name of the time zone. */
export const almatyZone = 'Asia/Almaty'

const dayMs = 24 * 3_600_000
const midnight = 'T00:00'

/** Formats an instant in Almaty time as a form field has it: `2026-11-22T15:04`. */
export function almatyMinute(instant: Date): string {
  return new Date(instant.getTime() + almatyOffsetMs).toISOString().slice(0, 16)
}

/** Parses a local minute such as `2026-11-22T15:04`; an invalid text gives an invalid date. */
export function atAlmatyMinute(minute: string): Date {
  return new Date(Date.parse(`${minute}Z`) - almatyOffsetMs)
}

/** Returns the date in Almaty, as `2026-11-22`. */
export function almatyDay(instant: Date): string {
  return almatyMinute(instant).slice(0, 10)
}

/** Returns the start of the day in Almaty that contains `now`, or of an earlier day. */
export function almatyDayStart(now: Date, daysBefore = 0): Date {
  return new Date(atAlmatyMinute(almatyDay(now) + midnight).getTime() - daysBefore * dayMs)
}

/** Returns the start of the first day and the end of the last. */
export function almatyDays({ from, until }: { from: string; until: string }): { begins: Date; ends: Date } {
  return {
    begins: atAlmatyMinute(from + midnight),
    ends: new Date(atAlmatyMinute(until + midnight).getTime() + dayMs),
  }
}

/** Lists all dates between two dates, both included. */
export function calendarDays({ from, until }: { from: string; until: string }): string[] {
  const count = (Date.parse(until) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )
}
