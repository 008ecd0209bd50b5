import type { PendingClaims } from '../../database/tables.ts'
import type { AuthSettings } from '../../settings.ts'

/** What a code vouches for, given what it was shown as: a password only as the end of the sign-up that chose it. */
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

/** As much of an offer as the settings let count, and so as much as is worth keeping. */
export function allowedClaims(settings: AuthSettings, offer: PendingClaims): PendingClaims {
  if (offer.by === 'administrator') return offer
  return {
    by: offer.by,
    passwordHash: settings.passwordSignup ? offer.passwordHash : null,
    data: settings.signupData ? offer.data : {},
  }
}
