import type { ClientConfig } from '@app/contracts/client-config'
import { tabStore } from '#web/lib/browser-storage.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { findLocation, guessLocation, unknown, type VisitorLocation } from './location.ts'
import { locationServices } from './services.ts'

let foundLocation: VisitorLocation | null = null
let isLookupStarted = false
let guessedCountry: string | null = null

/**
 * Starts looking the visitor's place up, once per page. It tells third parties the visitor's address, so it must not
 * be called before they have agreed to that. Nobody waits for it.
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
    // Until a better guess, which may come.
    if (location.country !== unknown) foundLocation = location
  })
}

/**
 * Guesses the country from the time zone, and tells nobody. What it is guessed by is longer than all the steps and comes in a script of
 * its own; null, too, where that does not come.
 */
export async function guessCountry(): Promise<string | null> {
  try {
    const { countryOfTimeZone } = await import('./time-zones.ts')
    guessedCountry = countryOfTimeZone(timeZone())
  } catch {
    // A guess is not worth an error.
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
