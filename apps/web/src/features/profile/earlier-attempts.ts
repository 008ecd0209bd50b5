import type { Profile } from './profile.ts'

/**
 * What the attempt on screen may be compared with, of those known to be the user's: all but itself. Nothing while its
 * user has not said whether it is theirs.
 */
export function earlierAttempts(onScreen: Profile, own: readonly Profile[]): readonly Profile[] {
  if (onScreen.lead?.ownership === 'linked') return []
  return own.filter((attempt) => !isSame(attempt, onScreen))
}

/** One that was finished on this page has no lead yet; one that the server did not take from a quiz has no attempt id. */
function isSame(one: Profile, other: Profile): boolean {
  if (one.attemptId && one.attemptId === other.attemptId) return true
  return one.lead !== null && one.lead.id === other.lead?.id
}
