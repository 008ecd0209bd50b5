import { deviceStore, type KeyValueStore, tabStore } from '#web/lib/browser-storage.ts'
import { flashOf, type SharedFlashMessage } from './flash-message.ts'
import { deviceKeys, tabKeys } from './keys.ts'

/**
 * Forgets what this tab keeps when the device was forgotten since the tab last looked, and answers whether it was. A
 * tab's own store is out of reach for the tab that forgets, and this one may have been asleep or closed meanwhile.
 */
export function applyRemoteReset(
  device: KeyValueStore = deviceStore,
  tab: KeyValueStore = tabStore,
): boolean {
  const resetId = device.getItem(deviceKeys.resetId)
  if (resetId === null || resetId === tab.getItem(tabKeys.resetId)) return false
  // A session may end by accident: what waits to be sent stays, as in the tab that found out, and so does the word where both found out at once.
  const kept: readonly string[] = flashOf(resetId) ? [tabKeys.unsent, tabKeys.flash] : []
  for (const key of Object.values(tabKeys)) if (!kept.includes(key)) tab.removeItem(key)
  tab.setItem(tabKeys.resetId, resetId)
  return true
}

/**
 * Catches up now, and calls back when the device is forgotten while the page is open, or asleep in the browser's history. It is
 * called with what this tab has to say then, if anything.
 */
export function onDeviceReset(onForgotten: (flash: SharedFlashMessage | undefined) => void): void {
  applyRemoteReset()
  const look = () => {
    if (applyRemoteReset()) onForgotten(flashOf(deviceStore.getItem(deviceKeys.resetId)))
  }
  addEventListener('storage', ({ key }) => {
    if (key === deviceKeys.resetId) look()
  })
  addEventListener('pageshow', look)
}
