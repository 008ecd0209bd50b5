import type { Offer } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthSettings } from '../../settings.ts'
import { endSessions } from '../sessions/sessions.ts'
import { isConfirmed, isPhoneConfirmed, type User } from './user-body.ts'
import { updateUser } from './user-repository.ts'

/** Whether anybody has shown that this account is theirs: by a mailbox, a phone, or a site that vouches for them. */
export function isProven(user: User): boolean {
  const isVouchedFor = user.identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
  return isConfirmed(user) || isPhoneConfirmed(user) || user.is_sso_user || isVouchedFor
}

/**
 * Whoever proves an account first starts clean: every way in and every fact from before came from somebody who may have
 * typed another person's address. What stays is the address or number proven, and what an administrator keeps in
 * `app_metadata`. `offer` is what the proof itself vouches for.
 */
export async function forgetUnproven(
  trx: Trx,
  user: User,
  { proven, offer }: { proven: 'email' | 'phone'; offer: Offer | null },
): Promise<User> {
  // Codes before sessions, as everybody else comes to them.
  await trx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .execute()
  await endSessions(trx, user.id, 'all')
  await trx
    .deleteFrom('auth.identities')
    .where('user_id', '=', user.id)
    .where('provider', '!=', proven)
    .execute()
  await trx.deleteFrom('auth.mfa_factors').where('user_id', '=', user.id).execute()
  await trx.deleteFrom('auth.webauthn_credentials').where('user_id', '=', user.id).execute()
  return updateUser(trx, user.id, {
    encrypted_password: offer?.passwordHash ?? null,
    raw_user_meta_data: JSON.stringify(provenMetadata(user, proven, offer)),
    email_change: '',
    email_change_confirm_status: 0,
    phone_change: '',
    raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, provider: proven, providers: [proven] }),
    ...(proven === 'email' ? { phone: null } : { email: null }),
  })
}

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

function provenMetadata({ id, email, phone }: User, proven: 'email' | 'phone', offer: Offer | null) {
  const facts = proven === 'email' ? { email } : { phone }
  return { ...offer?.data, ...facts, email_verified: false, phone_verified: false, sub: id }
}
