import type { ClientConfig } from '@app/contracts/client-config'
import { tabStore } from '#web/lib/browser-storage.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { findLocation, guessLocation, unknown, type VisitorLocation } from './location.ts'
import { locationServices } from './services.ts'

let foundLocation: VisitorLocation | null = null
let isLookupStarted = false
let guessedCountry: string | null = null

/**
 * Starts the location lookup once. It sends the visitor's address to third parties, so it needs
 * their consent.
 */
export function startLocationLookup(environment: ClientConfig['environment']): void {
  if (isLookupStarted) return
  isLookupStarted = true
  const lookup = findLocation({
    services: locationServices(environment),
    fetch: window.fetch.bind(window),
    store: tabStore,
    language: navigator.language,
    guessCountry,
  })
  void lookup.then((location) => {
    // A guess, until a better one.
    if (location.country !== unknown) foundLocation = location
  })
}

/** Guesses the country from the time zone, locally; null when the table fails to load. */
export async function guessCountry(): Promise<string | null> {
  try {
    const { countryOfTimeZone } = await import('./time-zones.ts')
    guessedCountry = countryOfTimeZone(timeZone())
  } catch {
    // A failed guess is no error.
  }
  return guessedCountry
}

/**
 * Returns the location known by now: that of the lookup, until then a guess from the browser's
 * language and time zone.
 */
export function currentLocation(): VisitorLocation {
  return foundLocation ?? guessLocation(navigator.language, guessedCountry)
}
