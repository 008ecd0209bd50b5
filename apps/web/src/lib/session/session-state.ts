import type { Person } from './session-storage.ts'

export type SessionState =
  | { status: 'signed-out' }
  /** `recovering`: signed in by a recovery code or link, and about to choose a new password. */
  | { status: 'signed-in'; person: Person; recovering: boolean }

/** Events of the sign-in client (specification, section 4). */
export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY'
  | 'MFA_CHALLENGE_VERIFIED'

/** The session after an event. A recovery lasts until the password is changed or the user signs out. */
export function sessionAfter(state: SessionState, event: SessionEvent, person: Person | null): SessionState {
  if (event === 'SIGNED_OUT' || !person) return { status: 'signed-out' }
  if (event === 'PASSWORD_RECOVERY') return { status: 'signed-in', person, recovering: true }
  const wasRecovering = state.status === 'signed-in' && state.recovering && state.person.id === person.id
  return { status: 'signed-in', person, recovering: wasRecovering && event !== 'USER_UPDATED' }
}
