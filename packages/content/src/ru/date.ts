const timeZone = 'Asia/Almaty'

const dayFormat = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric', timeZone })
const timeFormat = new Intl.DateTimeFormat('ru', { hour: '2-digit', minute: '2-digit', timeZone })

/** «21 ноября 2026 г.» for a day like `2026-11-21` or an instant, as seen in Almaty. */
export function formatDay(day: string | Date): string {
  return dayFormat.format(typeof day === 'string' ? new Date(day) : day)
}

/** «21 ноября 2026 г., 15:04 по времени Алматы». */
export function formatInstant(instant: Date): string {
  return `${dayFormat.format(instant)}, ${timeFormat.format(instant)} по времени Алматы`
}
