import type { ClientConfig } from '@app/contracts/client-config'
import { type LocationService, type Place, unknown } from './location.ts'

/** The lead's limit. */
const maxLength = 80

/** In order. Formats differ, and some report failures with status 200. */
const publicServices: readonly LocationService[] = [
  {
    url: 'https://get.geojs.io/v1/ip/geo.json',
    read: (body) => toPlace(body.country, body.city ?? body.region),
  },
  {
    url: 'https://ipwho.is/',
    read: (body) => (body.success === false ? null : toPlace(body.country, body.city ?? body.region)),
  },
  {
    url: 'https://ipapi.co/json/',
    read: (body) => (body.error === true ? null : toPlace(body.country_name, body.city ?? body.region)),
  },
]

/** Returns the location services. They get the visitor's address, so a sandbox has none. */
export function locationServices(environment: ClientConfig['environment']): readonly LocationService[] {
  return environment === 'production' ? publicServices : []
}

function toPlace(country: unknown, city: unknown): Place | null {
  const name = text(country)
  return name ? { country: name, city: text(city) || unknown } : null
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, maxLength) : ''
}
