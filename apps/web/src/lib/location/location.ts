import type { SaveLeadRequest } from '@app/contracts/leads'
import { isRecord } from '@app/domain/is-record'
import { type KeyValueStore, readJson } from '#web/lib/browser-storage.ts'
import { endAfter } from '#web/lib/deadline.ts'
import { tabKeys } from '#web/lib/device/keys.ts'

/** The visitor's probable location. VPNs make it unreliable. */
export type VisitorLocation = Required<NonNullable<SaveLeadRequest['location']>>

/** A public lookup service and how its answer is read; null when the answer names no country. */
export type LocationService = { url: string; read: (body: Record<string, unknown>) => Place | null }
export type Place = { country: string; city: string }

export const unknown = 'Unknown'

type LocationDependencies = {
  services: readonly LocationService[]
  fetch: typeof fetch
  store: KeyValueStore
  language: string | undefined
  /** Guesses the country by the time zone; null where it is not known, or not yet. */
  guessCountry: () => Promise<string | null>
}

const cacheKey = tabKeys.location
const timeoutMs = 2000

/**
 * Asks the services in order, else guesses from the time zone. The result is cached for the
 * session. Never rejects, unless `guessCountry` does.
 */
export async function findLocation(asked: LocationDependencies): Promise<VisitorLocation> {
  const { services, fetch, store, language, guessCountry } = asked
  const cached = readPlace(readJson(store, cacheKey))
  if (cached) return { ...guessLocation(language, null), ...cached }
  const known = await firstServiceAnswer(services, fetch)
  const { locale, ...place } = { ...guessLocation(language, known ? null : await guessCountry()), ...known }
  if (place.country !== unknown) store.setItem(cacheKey, JSON.stringify(place))
  return { locale, ...place }
}

/** Guesses the location from the browser alone, without a request. */
export function guessLocation(language: string | undefined, country: string | null): VisitorLocation {
  return { locale: language || 'ru-RU', country: country ?? unknown, city: unknown }
}

async function firstServiceAnswer(
  services: readonly LocationService[],
  fetch: LocationDependencies['fetch'],
): Promise<Place | null> {
  for (const service of services) {
    const place = await askService(service, fetch)
    if (place) return place
  }
  return null
}

async function askService(
  { url, read }: LocationService,
  fetch: LocationDependencies['fetch'],
): Promise<Place | null> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      signal: endAfter(timeoutMs),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
    const body: unknown = response.ok ? await response.json() : null
    return isRecord(body) ? read(body) : null
  } catch {
    return null
  }
}

function readPlace(value: unknown): Place | null {
  if (!isRecord(value)) return null
  const { country, city } = value
  return typeof country === 'string' && typeof city === 'string' ? { country, city } : null
}
