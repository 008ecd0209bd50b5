import type { PendingClaims } from '../../database/tables.ts'
import type { AuthSettings } from '../../settings.ts'

/**
 * Returns the claims that a code confirms by the type it was shown with. A password counts only at
 * the end of the sign-up that chose it.
 */
export function acceptedClaims(
  settings: AuthSettings,
  offer: PendingClaims | null,
  shownAs: string,
): PendingClaims | null {
  if (offer?.by === 'administrator') return offer
  const isEnd = offer?.by === 'signup' ? shownAs === 'signup' : shownAs !== 'recovery'
  if (!offer || !isEnd) return null
  return allowedClaims(settings, offer)
}

/** Drops the claims that the settings do not allow, so that they are never stored. */
export function allowedClaims(settings: AuthSettings, offer: PendingClaims): PendingClaims {
  if (offer.by === 'administrator') return offer
  return {
    by: offer.by,
    passwordHash: settings.passwordSignup ? offer.passwordHash : null,
    data: settings.signupData ? offer.data : {},
  }
}
