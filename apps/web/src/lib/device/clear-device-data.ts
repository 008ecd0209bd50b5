import { deviceStore, type PageStore, tabStore } from '#web/lib/browser-storage.ts'
import { createResetId, type SharedFlashMessage } from './flash-message.ts'
import { deviceKeys, libraryKeys, tabKeys } from './keys.ts'

/**
 * The keys that stay when a device is cleared: the opt-out from analytics, and the id of the reset
 * for the other tabs.
 */
const persistentKeys: readonly string[] = [deviceKeys.analyticsChoice, deviceKeys.resetId]

/** Tells if a key is removed when its user leaves. Keys of other software stay. */
export function isClearedOnSignOut(name: string): boolean {
  if (persistentKeys.includes(name)) return false
  const known: readonly string[] = [...Object.values(deviceKeys), ...Object.values(tabKeys)]
  return known.includes(name) || libraryKeys.signIn.test(name) || libraryKeys.counted.test(name)
}

/**
 * Removes the personal data in this browser and makes the other tabs do the same. A hard reload has
 * to follow for the data in memory. `except` lists keys that stay; `flash` is the message of the
 * other tabs.
 */
export function clearStoredData(except: readonly string[] = [], flash?: SharedFlashMessage): void {
  const resetId = createResetId(Date.now(), flash)
  tabStore.setItem(tabKeys.resetId, resetId)
  // Set first, because a tab that does not know of the reset restores removed data
  // (`page-outbox.ts`).
  deviceStore.setItem(deviceKeys.resetId, resetId)
  removeStoredKeys((name) => isClearedOnSignOut(name) && !except.includes(name))
}

/** Removes the keys for which `isMeant` is true from the given stores. */
export function removeStoredKeys(
  isMeant: (name: string) => boolean,
  stores: readonly PageStore[] = [deviceStore, tabStore],
): void {
  for (const store of stores) for (const name of store.names()) if (isMeant(name)) store.removeItem(name)
}
