import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from './keys.ts'

/** Why a fresh page was opened, where the person must hear of it. */
export type Farewell = 'account_deleted' | 'session_ended'

/** Has the fresh page that follows say why it is there. */
export function leaveFarewell(farewell: Farewell): void {
  tabStore.setItem(tabKeys.farewell, farewell)
}

/** Whether this is what the page has to say first; it is said once. */
export function takeFarewell(farewell: Farewell): boolean {
  if (tabStore.getItem(tabKeys.farewell) !== farewell) return false
  tabStore.removeItem(tabKeys.farewell)
  return true
}
