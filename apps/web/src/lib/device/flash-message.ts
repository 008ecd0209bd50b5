import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from './keys.ts'

/** The message that a page shows once after a hard reload. */
export type FlashMessage = 'account_deleted' | 'session_ended'

/** The message that every tab shows, not only the one that reset the device. */
export type SharedFlashMessage = 'session_ended'

/** Creates the id of a reset: milliseconds since 1970, and the flash message of the other tabs. */
export function createResetId(nowMs: number, flash?: SharedFlashMessage): string {
  return flash ? `${nowMs} ${flash}` : String(nowMs)
}

/** Returns the flash message in the id of a reset, or undefined. */
export function parseFlash(resetId: string | null): SharedFlashMessage | undefined {
  return resetId?.endsWith(' session_ended') ? 'session_ended' : undefined
}

/** True once this page has set a message, because it reloads and must not show it. */
let isLeaving = false

/** Sets the message that the page after the reload shows. */
export function setFlash(flash: FlashMessage): void {
  isLeaving = true
  tabStore.setItem(tabKeys.flash, flash)
}

/** Returns true when the message is set. */
export function hasFlash(flash: FlashMessage): boolean {
  return !isLeaving && tabStore.getItem(tabKeys.flash) === flash
}

/** Returns true when the message is set, and removes it. */
export function takeFlash(flash: FlashMessage): boolean {
  if (!hasFlash(flash)) return false
  tabStore.removeItem(tabKeys.flash)
  return true
}
