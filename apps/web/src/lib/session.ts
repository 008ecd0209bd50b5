import type { ClientConfig } from '@app/contracts/client-config'
import { useSyncExternalStore } from 'react'
import { deviceStore } from './browser-storage.ts'
import { type SessionEvent, type SessionState, sessionAfter } from './session-state.ts'
import { type Person, peekPerson, sessionKey } from './session-storage.ts'
import { loadSupabase } from './supabase.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Who is signed in, for every page. Costs the first screen a look at the browser's storage: the sign-in client
 * itself arrives only when there is a session to keep, or when somebody signs in.
 */
let state: SessionState | null = null
const listeners = new Set<() => void>()

const unknown: SessionState = { status: 'unknown' }

function currentSession(): SessionState {
  state ??= peekSession()
  return state
}

function peekSession(): SessionState {
  const person = peekPerson(deviceStore)
  return person ? { status: 'signed-in', person, recovering: false } : { status: 'signed-out' }
}

/** Calls back whenever the session changes, until the returned function is called. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useSession(): SessionState {
  return useSyncExternalStore(onSessionChange, currentSession, () => unknown)
}

/** Whoever is signed in now; null for a visitor. */
export function signedInPerson(): Person | null {
  const session = currentSession()
  return session.status === 'signed-in' ? session.person : null
}

/** The id of whoever is signed in now; null for a visitor. */
export function signedInId(): string | null {
  return signedInPerson()?.id ?? null
}

/** Takes over what the sign-in client reports. */
export function acceptSessionEvent(event: SessionEvent, person: Person | null): void {
  changeTo(sessionAfter(currentSession(), event, person))
}

/** The session was ended elsewhere: nobody is signed in here any more, and the page is to say why. */
export function acceptEndedSession(): void {
  changeTo({ status: 'signed-out', hasEnded: true })
}

/** The page has said why nobody is signed in any more. */
export function tellEndOnce(): void {
  if (currentSession().status === 'signed-out') changeTo({ status: 'signed-out' })
}

/** The recovery is over without a new password: the user keeps the session and is asked no more. */
export function endRecovery(): void {
  const session = currentSession()
  if (session.status === 'signed-in') changeTo({ ...session, recovering: false })
}

function changeTo(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/**
 * Keeps the session alive while the page is open: loads the sign-in client once the page is idle when there is a
 * session, and when another tab signs in. Stops when the returned function is called.
 */
export function watchSession(config: ClientConfig): () => void {
  const load = () => void loadSupabase(config).catch(() => undefined)
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== null && key !== sessionKey) return
    changeTo(peekSession())
    if (signedInId()) load()
  }
  window.addEventListener('storage', onStorage)
  const idle = signedInId() ? whenIdle(load) : undefined
  return () => {
    window.removeEventListener('storage', onStorage)
    idle?.()
  }
}
