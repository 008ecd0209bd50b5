import type { ClientConfig } from '@app/contracts/client-config'
import { tabStore } from '#web/lib/browser-storage.ts'
import { timeZone } from '#web/lib/time-zone.ts'
import { findLocation, guessLocation, type Location } from './location.ts'
import { locationServices } from './services.ts'

let found: Location | null = null
let isAsked = false

/**
 * Starts looking the visitor's place up, once per page. It tells third parties the visitor's address, so it must not
 * be called before they have agreed to that. Nobody waits for it.
 */
export function lookUpLocation(environment: ClientConfig['environment']): void {
  if (isAsked) return
  isAsked = true
  const lookup = findLocation({
    services: locationServices(environment),
    fetch: window.fetch.bind(window),
    store: tabStore,
    ...hints(),
  })
  void lookup.then((location) => {
    found = location
  })
}

/** What is known by now: what the lookup found, until then what the browser's time zone and language say. */
export function currentLocation(): Location {
  return found ?? guessLocation(hints())
}

function hints() {
  return { language: navigator.language, timeZone: timeZone() }
}
