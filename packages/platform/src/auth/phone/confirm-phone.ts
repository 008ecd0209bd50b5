import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { Trx } from '../auth-context.ts'
import { phoneExists } from '../auth-errors.ts'
import { providersOf } from '../identities/unlink-identity.ts'
import { endSessions } from '../sessions.ts'
import { isPhoneConfirmed, type User } from '../user-body.ts'
import { findUser, mergeMetadata, savePhoneIdentity, updateUser } from '../user-repository.ts'

/**
 * Notes that a user has proven to own their number. A password from before that proof stays only when the proof belongs
 * to the sign-up that brought it; otherwise a stranger could have left it there.
 */
export async function confirmPhone(
  trx: Trx,
  user: User,
  { keepPassword }: { keepPassword: boolean },
): Promise<User> {
  if (isPhoneConfirmed(user) || user.phone === null) return user
  if (!keepPassword) await endSessions(trx, user.id, 'all')
  const confirmed = await savePhone(trx, user, user.phone)
  return keepPassword ? confirmed : updateUser(trx, user.id, { encrypted_password: null })
}

/** Gives a user a number they have proven to own. Throws `phone_exists` when another user has it. */
export async function savePhone(trx: Trx, user: User, phone: string): Promise<User> {
  await savePhoneIdentity(trx, user.id, phone)
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
