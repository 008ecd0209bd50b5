import type { Offer } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { holdCodes } from '../codes/one-time-tokens.ts'
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
  // All codes, in their order, and then sessions, as everybody else comes to them.
  await holdCodes(trx, user.id)
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

function provenMetadata({ id, email, phone }: User, proven: 'email' | 'phone', offer: Offer | null) {
  const facts = proven === 'email' ? { email } : { phone }
  return { ...offer?.data, ...facts, email_verified: false, phone_verified: false, sub: id }
}
