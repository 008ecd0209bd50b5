import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from './keys.ts'

/** Why a fresh page was opened, where the person must hear of it. */
export type Farewell = 'account_deleted' | 'session_ended'

/** What the tabs of an era have to say (`forgetDevice`); undefined where they say nothing. */
export function farewellOf(era: string | null): Farewell | undefined {
  return era?.endsWith(' session_ended') ? 'session_ended' : undefined
}

/** Whether this page is the one that leaves: it lives until the fresh one has come, and would say it to nobody. */
let isLeaving = false

/** Has the fresh page that follows say why it is there. */
export function leaveFarewell(farewell: Farewell): void {
  isLeaving = true
  tabStore.setItem(tabKeys.farewell, farewell)
}

/** Whether this is what the page has to say first, until it is taken. */
export function hasFarewell(farewell: Farewell): boolean {
  return !isLeaving && tabStore.getItem(tabKeys.farewell) === farewell
}

/** The same for the last time: no page says it from then on. */
export function takeFarewell(farewell: Farewell): boolean {
  if (!hasFarewell(farewell)) return false
  tabStore.removeItem(tabKeys.farewell)
  return true
}
