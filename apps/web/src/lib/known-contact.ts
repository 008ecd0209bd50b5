import { displayPhone } from '@app/domain/auth/display-name'
import { isRecord } from '@app/domain/is-record'
import type { Contact } from '@app/domain/quiz/answers'
import { normalizeEmail } from '@app/domain/quiz/contact'
import { readJson, tabStore } from './browser-storage.ts'
import { tabKeys } from './device/keys.ts'
import { signedInId, signedInPerson } from './session/session.ts'
import type { Person } from './session/session-storage.ts'

const key = tabKeys.knownContact

/**
 * The contact that was typed in this tab, so that it need not be typed twice: not after a reload either, nor after Back from the
 * payment page. It is shown only to whom it was typed by: while the same person is signed in, or still nobody is, and to whoever
 * signs in with the e-mail that was typed.
 */
export function readKnownContact(): Contact | null {
  const kept = readJson(tabStore, key)
  if (!isRecord(kept)) return null
  const { name, email, phone, userId } = kept
  if (typeof name !== 'string' || typeof email !== 'string' || typeof phone !== 'string') return null
  const person = signedInPerson()
  const isOwn =
    userId === (person?.id ?? null) ||
    (userId === null && normalizeEmail(email).toLowerCase() === person?.email)
  return isOwn ? { name, email, phone } : null
}

/**
 * Returns the first values of a form that asks for a contact. An account's own phone goes before
 * what was typed, which may be that of whom a test was taken for; a form that asked for less leaves
 * the rest to the account.
 */
export function initialContact(person: Person | null): Contact {
  const { name, full_name } = person?.user_metadata ?? {}
  const known = readKnownContact()
  return {
    name: known?.name || (name ?? full_name ?? ''),
    email: known?.email || (person?.email ?? ''),
    phone: (person && displayPhone(person)) || (known?.phone ?? ''),
  }
}

/** Keeps what was typed beside what is known. */
export function rememberContact(typed: Partial<Contact>): void {
  const nothing: Contact = { name: '', email: '', phone: '' }
  tabStore.setItem(key, JSON.stringify({ ...nothing, ...readKnownContact(), ...typed, userId: signedInId() }))
}
