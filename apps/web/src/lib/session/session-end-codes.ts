/**
 * The sign-in service's codes for an ended session (`packages/platform/src/auth/auth-errors.ts`).
 */
const sessionEndCodes: readonly unknown[] = [
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_expired',
  'session_not_found',
  'user_banned',
  'user_not_found',
]

/**
 * Returns true when this code of an answer is the service's word that a session is over. Limits,
 * firewalls and portals have other codes, or none.
 */
export function isSessionEnd(code: unknown): boolean {
  return sessionEndCodes.includes(code)
}
