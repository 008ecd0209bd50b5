import { deviceStore, type KeyValueStore, tabStore } from '#web/lib/browser-storage.ts'
import { parseFlash, type SharedFlashMessage } from './flash-message.ts'
import { deviceKeys, tabKeys } from './keys.ts'

/**
 * Clears the storage of this tab when another tab has reset the device since. Returns true when it
 * did. No tab can clear the session storage of another.
 */
export function applyRemoteReset(
  device: KeyValueStore = deviceStore,
  tab: KeyValueStore = tabStore,
): boolean {
  const resetId = device.getItem(deviceKeys.resetId)
  if (resetId === null || resetId === tab.getItem(tabKeys.resetId)) return false
  // A session may end by accident, so unsent data and the flash message stay.
  const kept: readonly string[] = parseFlash(resetId) ? [tabKeys.unsent, tabKeys.flash] : []
  for (const key of Object.values(tabKeys)) if (!kept.includes(key)) tab.removeItem(key)
  tab.setItem(tabKeys.resetId, resetId)
  return true
}

/**
 * Applies a remote reset now, and calls back at one that comes later, also when the page returns
 * from the back/forward cache. The callback gets the flash message of the reset, if any.
 */
export function onDeviceReset(onForgotten: (flash: SharedFlashMessage | undefined) => void): void {
  applyRemoteReset()
  const look = () => {
    if (applyRemoteReset()) onForgotten(parseFlash(deviceStore.getItem(deviceKeys.resetId)))
  }
  addEventListener('storage', ({ key }) => {
    if (key === deviceKeys.resetId) look()
  })
  addEventListener('pageshow', look)
}
