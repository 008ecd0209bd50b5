import { getCountryForTimezone } from 'countries-and-timezones'

/** The country a time zone belongs to, in English as the lookup services name it; null for zones of no country, such as UTC. */
export function countryOfTimeZone(timeZone: string | undefined): string | null {
  return (timeZone && getCountryForTimezone(timeZone)?.name) || null
}
