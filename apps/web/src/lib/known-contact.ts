import { isRecord } from '@app/domain/is-record'
import type { Contact } from '@app/domain/quiz/answers'
import { readJson, tabStore } from './browser-storage.ts'
import { tabKeys } from './device/keys.ts'
import { signedInId } from './session/session.ts'

const key = tabKeys.knownContact

/**
 * The contact that was typed in this tab, so that it need not be typed twice: not after a reload either, nor after Back from the
 * payment page. It is shown only while the same person is signed in, or still nobody is: whoever signs in may be somebody else
 * (decision 0180).
 */
export function knownContact(): Contact | null {
  const kept = readJson(tabStore, key)
  if (!isRecord(kept) || kept.userId !== signedInId()) return null
  const { name, email, phone } = kept
  const isWhole = typeof name === 'string' && typeof email === 'string' && typeof phone === 'string'
  return isWhole ? { name, email, phone } : null
}

/** Keeps what was typed beside what is known. */
export function rememberContact(typed: Partial<Contact>): void {
  const nothing: Contact = { name: '', email: '', phone: '' }
  tabStore.setItem(key, JSON.stringify({ ...nothing, ...knownContact(), ...typed, userId: signedInId() }))
}
