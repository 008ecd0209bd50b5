import { deviceStore, type KeyValueStore, tabStore } from '#web/lib/browser-storage.ts'
import { farewellOf, type SharedFarewell } from './farewell.ts'
import { deviceKeys, tabKeys } from './keys.ts'

/**
 * Forgets what this tab keeps when the device was forgotten since the tab last looked, and answers whether it was. A
 * tab's own store is out of reach for the tab that forgets, and this one may have been asleep or closed meanwhile.
 */
export function catchUp(device: KeyValueStore = deviceStore, tab: KeyValueStore = tabStore): boolean {
  const era = device.getItem(deviceKeys.era)
  if (era === null || era === tab.getItem(tabKeys.era)) return false
  // A session may end by accident: what waits to be sent stays, as in the tab that found out, and so does the word where both found out at once.
  const kept: readonly string[] = farewellOf(era) ? [tabKeys.unsent, tabKeys.farewell] : []
  for (const key of Object.values(tabKeys)) if (!kept.includes(key)) tab.removeItem(key)
  tab.setItem(tabKeys.era, era)
  return true
}

/**
 * Catches up now, and calls back when the device is forgotten while the page is open, or asleep in the browser's history. It is
 * called with what this tab has to say then, if anything.
 */
export function followForgetting(onForgotten: (farewell: SharedFarewell | undefined) => void): void {
  catchUp()
  const look = () => {
    if (catchUp()) onForgotten(farewellOf(deviceStore.getItem(deviceKeys.era)))
  }
  addEventListener('storage', ({ key }) => {
    if (key === deviceKeys.era) look()
  })
  addEventListener('pageshow', look)
}
