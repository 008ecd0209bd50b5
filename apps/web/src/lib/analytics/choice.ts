import { deviceStore, type KeyValueStore, type PageStore } from '#web/lib/browser-storage.ts'
import { deviceKeys } from '#web/lib/device/keys.ts'

const choiceKey = deviceKeys.analyticsChoice

const listeners = new Set<() => void>()

type PrivacySignals = { doNotTrack?: string | null; globalPrivacyControl?: boolean }

/** Returns true when the browser itself asks sites not to follow its owner. */
export function isTrackingRefused({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean {
  return doNotTrack === '1' || globalPrivacyControl === true
}

/** Returns true when this visitor is counted: yes, until they or their browser say no. */
export function isTrackingAllowed(
  store: KeyValueStore = deviceStore,
  wishes: PrivacySignals = navigator,
): boolean {
  return !isTrackingRefused(wishes) && store.getItem(choiceKey) !== 'off'
}

/**
 * Saves the visitor's choice and applies it. `isTrackingChoicePersisted` tells whether it was
 * stored.
 */
export function saveTrackingChoice(counted: boolean, store: KeyValueStore = deviceStore): void {
  if (counted) store.removeItem(choiceKey)
  else store.setItem(choiceKey, 'off')
  for (const listener of listeners) listener()
}

/** Calls the listener whenever the choice may have changed: here, in another tab, or while the page slept in the browser's history. */
export function onTrackingChoice(listener: () => void): void {
  listeners.add(listener)
  addEventListener('storage', ({ key }) => {
    if (key === choiceKey) listener()
  })
  addEventListener('pageshow', listener)
}

/** Returns true when the choice outlives the page: where storage is blocked it does not. */
export function isTrackingChoicePersisted(store: Pick<PageStore, 'isKept'> = deviceStore): boolean {
  return store.isKept(choiceKey)
}
