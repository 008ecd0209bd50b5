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
 * Returns the contact typed in this tab, which survives reloads and payments. It is returned only
 * to the same user, or to a user with the typed e-mail.
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
 * Returns the initial contact of a form. The account's phone precedes the typed one, which may be
 * another person's.
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

/** Merges typed values into the known contact. */
export function rememberContact(typed: Partial<Contact>): void {
  const nothing: Contact = { name: '', email: '', phone: '' }
  tabStore.setItem(key, JSON.stringify({ ...nothing, ...readKnownContact(), ...typed, userId: signedInId() }))
}
