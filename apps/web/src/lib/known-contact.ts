import type { Contact } from '@app/domain/quiz/answers'
import { onSessionChange } from './session/session.ts'

/**
 * The contact that was typed on this page, so that it need not be typed twice. Lives in memory alone: a reload forgets it, and
 * so does whoever signs in or out, because then somebody else may be sitting here.
 */
let known: Contact | null = null
let stopListening: (() => void) | null = null

export function rememberContact(contact: Contact): void {
  known = contact
  stopListening ??= onSessionChange(forgetContact)
}

export function forgetContact(): void {
  known = null
  stopListening?.()
  stopListening = null
}

export function knownContact(): Contact | null {
  return known
}
