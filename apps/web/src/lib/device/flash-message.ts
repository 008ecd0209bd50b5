import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from './keys.ts'

/** Why a fresh page was opened, where the person must hear of it. */
export type FlashMessage = 'account_deleted' | 'session_ended'

/** What every tab has to say, and not only the one that knows. */
export type SharedFlashMessage = 'session_ended'

/** An resetId that begins now, in milliseconds since 1970, with what its tabs have to say, if anything. */
export function createResetId(nowMs: number, flash?: SharedFlashMessage): string {
  return flash ? `${nowMs} ${flash}` : String(nowMs)
}

/** What the tabs of an resetId have to say; undefined where they say nothing. */
export function flashOf(resetId: string | null): SharedFlashMessage | undefined {
  return resetId?.endsWith(' session_ended') ? 'session_ended' : undefined
}

/** Whether this page is the one that leaves: it lives until the fresh one has come, and would say it to nobody. */
let isLeaving = false

/** Has the fresh page that follows say why it is there. */
export function setFlash(flash: FlashMessage): void {
  isLeaving = true
  tabStore.setItem(tabKeys.flash, flash)
}

/** Whether this is what the page has to say first, until it is taken. */
export function hasFlash(flash: FlashMessage): boolean {
  return !isLeaving && tabStore.getItem(tabKeys.flash) === flash
}

/** The same for the last time: no page says it from then on. */
export function takeFlash(flash: FlashMessage): boolean {
  if (!hasFlash(flash)) return false
  tabStore.removeItem(tabKeys.flash)
  return true
}
