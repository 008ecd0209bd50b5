import type { ClientConfig } from '@app/contracts/client-config'
import { type LocationService, type Place, unknown } from './location.ts'

/** Longest name the lead accepts. */
const maxLength = 80

/** In the order they are asked. Each spells the country its own way, and some answer 200 to say they failed. */
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

/**
 * Returns the services that this page may ask for the visitor's location. Each call tells a third
 * party the visitor's address, so a sandbox asks nobody; this is the only switch.
 */
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
