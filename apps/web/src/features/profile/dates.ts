const long = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' })

/** «20 ноября 2026 г.» in the reader's time zone, from ISO 8601. */
export function longDate(iso: string): string {
  return long.format(new Date(iso))
}
