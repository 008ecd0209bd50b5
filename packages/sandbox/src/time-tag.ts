import { almatyZone as timeZone } from '@app/domain/time/almaty'

const toSecond = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone })
const toMinute = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'short', timeZone })

/**
 * Returns what the clocks of Almaty showed when something happened, as HTML: seconds tell what a
 * machine did one after another.
 */
export function secondTag(at: string): string {
  return `<time datetime="${at}">${toSecond.format(new Date(at))}</time>`
}

/** The same as a phone shows it. */
export function minuteTag(at: string): string {
  return `<time datetime="${at}">${toMinute.format(new Date(at))}</time>`
}
