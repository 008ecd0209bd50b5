import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import { phoneExists } from '../auth-errors.ts'
import { providersOf } from '../users/providers-of.ts'
import { isPhoneConfirmed, type User } from '../users/user-body.ts'
import { findUser, mergeMetadata, savePhoneIdentity, updateUser } from '../users/user-repository.ts'

/** Notes that a number is its user's, as they are. */
export async function confirmPhone(trx: Trx, user: User): Promise<User> {
  if (isPhoneConfirmed(user) || user.phone === null) return user
  return savePhone(trx, user, user.phone)
}

/** Gives a user a number they have proven to own. Throws `phone_exists` when another user has it. */
export async function savePhone(trx: Trx, user: User, phone: string): Promise<User> {
  await savePhoneIdentity(trx, user.id, phone, true)
  const { identities } = (await findUser(trx, user.id)) ?? user
  return updateUser(trx, user.id, {
    phone,
    phone_confirmed_at: new Date(),
    phone_change: '',
    is_anonymous: false,
    raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, { phone_verified: true })),
    raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, ...providersOf(identities) }),
  }).catch((error) => {
    throw isUniqueViolation(error) ? phoneExists() : error
  })
}
