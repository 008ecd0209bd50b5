import type { PendingClaims } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { dropCredentials } from '../users/drop-credentials.ts'
import { dropUnverifiedCredentials, isProven } from '../users/drop-unverified-credentials.ts'
import { isConfirmed, type User } from '../users/user-body.ts'
import { mergeMetadata, saveEmailIdentity, updateUser } from '../users/user-repository.ts'

/** Marks the user's address as verified. Unverified credentials are dropped. */
export async function proveEmail(trx: Trx, user: User, offer: PendingClaims | null): Promise<User> {
  if (isConfirmed(user) || user.email === null) return user
  return confirmEmail(
    trx,
    isProven(user) ? user : await dropUnverifiedCredentials(trx, user, { proven: 'email', offer }),
  )
}

/**
 * Recovers an account by its mailbox: removes sessions and sign-in methods, because another person
 * may have added them. Second factors stay.
 */
export async function recoverByEmail(trx: Trx, user: User, offer: PendingClaims | null): Promise<User> {
  if (!isConfirmed(user) || user.email === null) return proveEmail(trx, user, offer)
  return dropCredentials(trx, user, { keep: ['email'], keepFactors: true })
}

/** Notes that an address is its user's, as they are. */
export async function confirmEmail(trx: Trx, user: User): Promise<User> {
  if (isConfirmed(user) || user.email === null) return user
  await saveEmailIdentity(trx, user.id, user.email, true)
  return updateUser(trx, user.id, {
    email_confirmed_at: new Date(),
    raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, { email_verified: true })),
  })
}
