import type { PendingClaims } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { startClean } from './start-clean.ts'
import { isConfirmed, isPhoneConfirmed, type User } from './user-body.ts'

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
export function dropUnverifiedCredentials(
  trx: Trx,
  user: User,
  { proven, offer }: { proven: 'email' | 'phone'; offer: PendingClaims | null },
): Promise<User> {
  return startClean(
    trx,
    user,
    { keep: [proven] },
    {
      encrypted_password: offer?.passwordHash ?? null,
      raw_user_meta_data: JSON.stringify(provenMetadata(user, proven, offer)),
    },
  )
}

function provenMetadata({ id, email, phone }: User, proven: 'email' | 'phone', offer: PendingClaims | null) {
  const facts = proven === 'email' ? { email } : { phone }
  return { ...offer?.data, ...facts, email_verified: false, phone_verified: false, sub: id }
}
