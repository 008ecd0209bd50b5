import { almatyZone as timeZone } from '@app/domain/time/almaty'
import { months } from './months.ts'
import { typesetLine } from './typeset.ts'

const dayFormat = format({ day: 'numeric', month: 'long', year: 'numeric' })
const timeFormat = format({ hour: '2-digit', minute: '2-digit' })

/** «21 ноября 2026 г.» for a day like `2026-11-21` or an instant, as seen in Almaty. */
export function formatDay(day: string | Date): string {
  return typesetLine(dayFormat().format(typeof day === 'string' ? new Date(day) : day))
}

/** «16–22 ноября 2026 г.» for two days like `2026-11-16`; the month and the year stand twice only where they differ. */
export function formatDays(from: string, until: string): string {
  return typesetLine(dayFormat().formatRange(new Date(from), new Date(until)).replaceAll('\u2009', ' '))
}

/** «21 ноября 2026 г., 15:04», as seen in Almaty. */
export function formatMinute(instant: Date): string {
  return typesetLine(`${dayFormat().format(instant)}, ${timeFormat().format(instant)}`)
}

/** «21 ноября 2026 г., 15:04 по времени Алматы». */
export function formatInstant(instant: Date): string {
  return typesetLine(`${formatMinute(instant)} по времени Алматы`)
}

/** «ноября 2026» from a day or a version that ends in a year and a month, `health-2026-11`; else the text as it is. */
export function monthOf(text: string): string {
  const [, year, month] = /(\d{4})-(\d{2})(?:-\d{2})?$/.exec(text) ?? []
  const name = months[Number(month) - 1]
  return name ? `${name} ${year}` : text
}

const momentFormat = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const shortDayFormat = format({ day: 'numeric', month: 'short' })
const yearFormat = format({ day: 'numeric', month: 'short', year: 'numeric' })
const calendarYear = format({ year: 'numeric' })

/** «21 нояб., 15:04» by the clocks of Almaty, for lists where many of them stand one under another; with another year than that of `now`. */
export function formatMoment(instant: Date, now: Date = new Date()): string {
  if (calendarYear().format(instant) === calendarYear().format(now))
    return typesetLine(momentFormat().format(instant))
  return typesetLine(`${yearFormat().format(instant).replace(' г.', '')}, ${timeFormat().format(instant)}`)
}

/** «21 нояб.», with its year unless that is the year of `now`, as seen in Almaty. */
export function formatShortDay(day: string | Date, now: Date): string {
  const date = typeof day === 'string' ? new Date(day) : day
  const isThisYear = calendarYear().format(date) === calendarYear().format(now)
  return typesetLine((isThisYear ? shortDayFormat() : yearFormat()).format(date).replace(' г.', ''))
}

/**
 * Returns a getter of a date format in Almaty's time zone. The format is made when first needed,
 * since each takes a phone some twenty milliseconds.
 */
function format(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined
  return () => {
    made ??= new Intl.DateTimeFormat('ru', { ...options, timeZone })
    return made
  }
}
