import type { ClientConfig } from '@app/contracts/client-config'
import { tabStore } from '#web/lib/browser-storage.ts'
import { findLocation, type Location, unknown } from './location.ts'
import { locationServices } from './services.ts'

let found: Location | null = null
let isAsked = false

/** Starts looking the visitor's place up, once per page. Nobody waits for it. */
export function lookUpLocation(environment: ClientConfig['environment']): void {
  if (isAsked) return
  isAsked = true
  const lookup = findLocation({
    services: locationServices(environment),
    fetch: window.fetch.bind(window),
    store: tabStore,
    language: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  void lookup.then((location) => {
    found = location
  })
}

/** What is known by now. */
export function currentLocation(): Location {
  return found ?? { locale: navigator.language || 'ru-RU', country: unknown, city: unknown }
}
