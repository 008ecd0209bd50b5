import type { PendingClaims } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { dropCredentials } from './drop-credentials.ts'
import { isConfirmed, isPhoneConfirmed, type User } from './user-body.ts'

/** Tells if an account is verified by a mailbox, a phone or an identity provider. */
export function isProven(user: User): boolean {
  const isVouchedFor = user.identities.some(({ provider }) => provider !== 'email' && provider !== 'phone')
  return isConfirmed(user) || isPhoneConfirmed(user) || user.is_sso_user || isVouchedFor
}

/**
 * Drops every credential and fact from before the first verification, because another person may
 * have typed this address. The verified address, `app_metadata` and the claims in `offer` stay.
 */
export function dropUnverifiedCredentials(
  trx: Trx,
  user: User,
  { proven, offer }: { proven: 'email' | 'phone'; offer: PendingClaims | null },
): Promise<User> {
  return dropCredentials(
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
