import type { Offer } from '../../database/tables.ts'
import type { AuthSettings } from '../../settings.ts'

/** What a code vouches for, given what it was shown as: a password only as the end of the sign-up that chose it. */
export function acceptedOffer(settings: AuthSettings, offer: Offer | null, shownAs: string): Offer | null {
  if (offer?.by === 'administrator') return offer
  const isEnd = offer?.by === 'signup' ? shownAs === 'signup' : shownAs !== 'recovery'
  if (!offer || !isEnd) return null
  return allowedOffer(settings, offer)
}

/** As much of an offer as the settings let count, and so as much as is worth keeping. */
export function allowedOffer(settings: AuthSettings, offer: Offer): Offer {
  if (offer.by === 'administrator') return offer
  return {
    by: offer.by,
    passwordHash: settings.passwordSignup ? offer.passwordHash : null,
    data: settings.signupData ? offer.data : {},
  }
}
