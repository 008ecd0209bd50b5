import { AuthError } from '../../auth/auth-errors.ts'
import { lockCodes } from '../../auth/codes/one-time-tokens.ts'
import { providersOf } from '../../auth/users/providers-of.ts'
import type { User } from '../../auth/users/user-body.ts'
import { findUser, updateUser } from '../../auth/users/user-repository.ts'
import type { JsonObject } from '../../database/tables.ts'
import type { Db, Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'

/** Unlinks an identity of a user with several. The e-mail and phone follow the remaining ones. */
export async function unlinkIdentity(db: Db, { id: userId }: User, identityId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // In the lock order: codes before the user.
    await lockCodes(trx, userId)
    // Locked, so that concurrent requests cannot remove the last two identities.
    await trx.selectFrom('auth.users').select('id').where('id', '=', userId).forUpdate().execute()
    const user = await findUser(trx, userId)
    if (!user || user.identities.length <= 1) throw singleIdentity()
    const taken = user.identities.find(({ id }) => id === identityId)
    if (!taken) throw identityNotFound()
    await trx.deleteFrom('auth.identities').where('id', '=', identityId).execute()

    const left = user.identities.filter(({ id }) => id !== identityId)
    const email = emailOf(user, left)
    const hasPhone = user.phone !== null && taken.provider !== 'phone'
    const goesWithPassword = hasPhone || left.some(({ provider }) => provider === 'email')
    await forgetCodesTo(trx, userId, [
      ...(email === user.email ? [] : [user.email]),
      ...(hasPhone ? [] : [user.phone]),
    ])
    await updateUser(trx, userId, {
      raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, ...providersOf(left) }),
      // The other provider's verification applies to its address.
      ...(email === user.email ? {} : { email, email_confirmed_at: email === null ? null : new Date() }),
      ...(hasPhone ? {} : { phone: null, phone_confirmed_at: null }),
      raw_user_meta_data: JSON.stringify(
        // Removes the identity's facts from the user's metadata.
        factsLeft(user, {
          hasEmail: email !== null || user.email === null,
          hasPhone: taken.provider !== 'phone',
        }),
      ),
      // A password without an address or a number to go with it would be of no use to anyone but a
      // thief.
      ...(goesWithPassword ? {} : { encrypted_password: null }),
    }).catch((error) => {
      throw isUniqueViolation(error) ? emailConflict() : error
    })
  })
}

function emailOf(user: User, left: User['identities']): string | null {
  if (left.some(({ email }) => email === user.email)) return user.email
  // An unverified address does not count.
  return left.find(({ email, identity_data: facts }) => email && facts.email_verified === true)?.email ?? null
}

/** Codes on their way to an address or a number that is no longer the user's prove nothing about them. */
async function forgetCodesTo(trx: Trx, userId: string, places: readonly (string | null)[]): Promise<void> {
  const gone = places.filter((place) => place !== null)
  if (gone.length === 0) return
  await trx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('relates_to', 'in', gone)
    .execute()
}

/**
 * Returns a user's metadata without the facts of an address and a number that are no longer there.
 */
function factsLeft({ raw_user_meta_data: facts }: User, left: { hasEmail: boolean; hasPhone: boolean }) {
  const unsaid = [...(left.hasEmail ? [] : ['email', 'email_verified']), ...(left.hasPhone ? [] : ['phone'])]
  const kept: JsonObject = Object.fromEntries(
    Object.entries(facts ?? {}).filter(([name]) => !unsaid.includes(name)),
  )
  return left.hasPhone || !('phone_verified' in kept) ? kept : { ...kept, phone_verified: false }
}

const singleIdentity = () =>
  new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
const identityNotFound = () => new AuthError(422, 'identity_not_found', "Identity doesn't exist")
const emailConflict = () =>
  new AuthError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
  )
