import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from './keys.ts'

/** Why a fresh page was opened, where the person must hear of it. */
export type Farewell = 'account_deleted' | 'session_ended'

/** What every tab has to say, and not only the one that knows. */
export type SharedFarewell = 'session_ended'

/** An era that begins now, in milliseconds since 1970, with what its tabs have to say, if anything. */
export function newEra(nowMs: number, farewell?: SharedFarewell): string {
  return farewell ? `${nowMs} ${farewell}` : String(nowMs)
}

/** What the tabs of an era have to say; undefined where they say nothing. */
export function farewellOf(era: string | null): SharedFarewell | undefined {
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
