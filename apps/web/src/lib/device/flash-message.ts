import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from './keys.ts'

/** Why a fresh page was opened, where the person must hear of it. */
export type FlashMessage = 'account_deleted' | 'session_ended'

/** What every tab has to say, and not only the one that knows. */
export type SharedFlashMessage = 'session_ended'

/** An era that begins now, in milliseconds since 1970, with what its tabs have to say, if anything. */
export function createResetId(nowMs: number, farewell?: SharedFlashMessage): string {
  return farewell ? `${nowMs} ${farewell}` : String(nowMs)
}

/** What the tabs of an era have to say; undefined where they say nothing. */
export function flashOf(era: string | null): SharedFlashMessage | undefined {
  return era?.endsWith(' session_ended') ? 'session_ended' : undefined
}

/** Whether this page is the one that leaves: it lives until the fresh one has come, and would say it to nobody. */
let isLeaving = false

/** Has the fresh page that follows say why it is there. */
export function setFlash(farewell: FlashMessage): void {
  isLeaving = true
  tabStore.setItem(tabKeys.farewell, farewell)
}

/** Whether this is what the page has to say first, until it is taken. */
export function hasFlash(farewell: FlashMessage): boolean {
  return !isLeaving && tabStore.getItem(tabKeys.farewell) === farewell
}

/** The same for the last time: no page says it from then on. */
export function takeFlash(farewell: FlashMessage): boolean {
  if (!hasFlash(farewell)) return false
  tabStore.removeItem(tabKeys.farewell)
  return true
}
