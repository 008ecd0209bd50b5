import { deviceStore, type PageStore, tabStore } from '#web/lib/browser-storage.ts'
import { createResetId, type SharedFlashMessage } from './flash-message.ts'
import { deviceKeys, libraryKeys, tabKeys } from './keys.ts'

/**
 * What stays when a device is forgotten. It names nobody: a wish not to be counted, which would otherwise be broken
 * unasked, and the resetId, by which other tabs learn that they have to forget as well.
 */
const kept: readonly string[] = [deviceKeys.analyticsChoice, deviceKeys.resetId]

/** Whether something is removed when its person leaves. What this site did not store is not its own to remove. */
export function isForgotten(name: string): boolean {
  if (kept.includes(name)) return false
  const known: readonly string[] = [...Object.values(deviceKeys), ...Object.values(tabKeys)]
  return known.includes(name) || libraryKeys.signIn.test(name) || libraryKeys.counted.test(name)
}

/**
 * Removes everything this browser keeps about a person, and tells the other tabs to do the same. What is in memory is
 * left to the fresh page that has to follow. `except` names what stays all the same, `flash` what the other tabs' fresh pages say.
 */
export function clearStoredData(except: readonly string[] = [], flash?: SharedFlashMessage): void {
  const resetId = createResetId(Date.now(), flash)
  tabStore.setItem(tabKeys.resetId, resetId)
  // Before anything goes: another tab would put back what it hears was taken, and has not forgotten yet (`page-outbox.ts`).
  deviceStore.setItem(deviceKeys.resetId, resetId)
  forgetStored((name) => isForgotten(name) && !except.includes(name))
}

/** Removes what goes by such a name, from the device and the tab, and what the browser refused to keep from memory. */
export function forgetStored(
  isMeant: (name: string) => boolean,
  stores: readonly PageStore[] = [deviceStore, tabStore],
): void {
  for (const store of stores) for (const name of store.names()) if (isMeant(name)) store.removeItem(name)
}
