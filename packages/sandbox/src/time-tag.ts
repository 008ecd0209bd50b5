import { almatyZone as timeZone } from '@app/domain/time/almaty'

const toSecond = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium', timeZone })
const toMinute = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'short', timeZone })

/** Formats an instant in Almaty time, as HTML; seconds show the order of a machine's acts. */
export function timeTagWithSeconds(at: string): string {
  return `<time datetime="${at}">${toSecond.format(new Date(at))}</time>`
}

/** Formats an instant to the minute, as a phone shows it. */
export function timeTag(at: string): string {
  return `<time datetime="${at}">${toMinute.format(new Date(at))}</time>`
}
