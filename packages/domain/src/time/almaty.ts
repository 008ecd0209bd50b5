/**
 * The clocks that the product lives by, in the browser, on the server and in its SQL. Since 1 March 2024 all of Kazakhstan keeps UTC+5 and
 * never changes its clocks (the government's decree on the computation of time of 23 November 2000, as amended in January 2024; tzdata
 * 2024a). Days and minutes are counted with these hours; the name is for what asks for a name.
 */
export const almatyOffsetMs = 5 * 3_600_000

/** What the IANA database calls the same clocks. */
export const almatyZone = 'Asia/Almaty'

const dayMs = 24 * 3_600_000
const midnight = 'T00:00'

/** Formats an instant in Almaty time as a form field has it: `2026-11-22T15:04`. */
export function almatyMinute(instant: Date): string {
  return new Date(instant.getTime() + almatyOffsetMs).toISOString().slice(0, 16)
}

/** The instant at which Almaty's calendar and clock show a minute such as `2026-11-22T15:04`; an invalid date for what is none. */
export function atAlmatyMinute(minute: string): Date {
  return new Date(Date.parse(`${minute}Z`) - almatyOffsetMs)
}

/** The day that it is in Almaty at an instant, as `2026-11-22`. */
export function almatyDay(instant: Date): string {
  return almatyMinute(instant).slice(0, 10)
}

/** The instant at which the day of Almaty began that `now` falls into, or the one so many days before. */
export function almatyDayStart(now: Date, daysBefore = 0): Date {
  return new Date(atAlmatyMinute(almatyDay(now) + midnight).getTime() - daysBefore * dayMs)
}

/** From the midnight that begins the first of these days of Almaty up to the one that ends the last. */
export function almatyDays({ from, until }: { from: string; until: string }): { begins: Date; ends: Date } {
  return {
    begins: atAlmatyMinute(from + midnight),
    ends: new Date(atAlmatyMinute(until + midnight).getTime() + dayMs),
  }
}

/** Every day of the calendar from one to another, both included, in their order. */
export function calendarDays({ from, until }: { from: string; until: string }): string[] {
  const count = (Date.parse(until) - Date.parse(from)) / dayMs + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) =>
    new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
  )
}
