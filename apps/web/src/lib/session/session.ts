import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { deviceStore, tabStore } from '../browser-storage.ts'
import { tabKeys } from '../device/keys.ts'
import { type SessionEvent, type SessionState, sessionAfter } from './session-state.ts'
import { type Person, peekPerson } from './session-storage.ts'

/**
 * The session for all pages. It is read from the storage, and the sign-in client is loaded only for
 * a session.
 */
let state: SessionState | null = null
const listeners = createListeners()

/** The prerendered state. */
const signedOut: SessionState = { status: 'signed-out' }

function currentSession(): SessionState {
  state ??= peekSession()
  return state
}

function peekSession(): SessionState {
  const person = peekPerson(deviceStore)
  if (!person) return { status: 'signed-out' }
  return { status: 'signed-in', person, recovering: tabStore.getItem(tabKeys.recovery) === person.id }
}

/** Calls back whenever the session changes, until the returned function is called. */
export const onSessionChange = listeners.subscribe

export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, currentSession, () => signedOut)
}

/** Returns the signed-in user; null for a visitor. */
export function signedInPerson(): Person | null {
  const session = currentSession()
  return session.status === 'signed-in' ? session.person : null
}

/** Returns the signed-in user's id; null for a visitor. */
export function signedInId(): string | null {
  return signedInPerson()?.id ?? null
}

/** Takes over what the sign-in client reports. */
export function acceptSessionEvent(event: SessionEvent, person: Person | null): void {
  changeTo(sessionAfter(currentSession(), event, person))
}

/** The recovery is over without a new password: the user keeps the session and is asked no more. */
export function endRecovery(): void {
  const session = currentSession()
  if (session.status === 'signed-in') changeTo({ ...session, recovering: false })
}

function changeTo(next: SessionState): void {
  state = next
  // A reload must not drop the question for a new password.
  if (next.status === 'signed-in' && next.recovering) tabStore.setItem(tabKeys.recovery, next.person.id)
  else tabStore.removeItem(tabKeys.recovery)
  listeners.notify()
}

/** Takes over what another tab has written. */
export function rereadSession(): void {
  changeTo(peekSession())
}
