import type { Profile } from './profile.ts'

/** Lists the user's other confirmed attempts; empty while the shown one is unconfirmed. */
export function earlierAttempts(onScreen: Profile, own: readonly Profile[]): readonly Profile[] {
  if (onScreen.lead?.ownership === 'linked') return []
  return own.filter((attempt) => !isSame(attempt, onScreen))
}

/** An attempt of this page has no lead yet; some leads have no attempt id. */
function isSame(one: Profile, other: Profile): boolean {
  if (one.attemptId && one.attemptId === other.attemptId) return true
  return one.lead !== null && one.lead.id === other.lead?.id
}
