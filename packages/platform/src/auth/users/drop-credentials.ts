import type { Updateable } from 'kysely'
import type { UsersTable } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { endSessions, endSignIns } from '../sessions/sessions.ts'
import { isConfirmed, isPhoneConfirmed, type User } from './user-body.ts'
import { lockUser, saveEmailIdentity, savePhoneIdentity, updateUser } from './user-repository.ts'

/** Names the ways in that stay: the mailbox, the number or both and, with `keepFactors`, second factors that work. */
export type CredentialsToKeep = { keep: readonly ('email' | 'phone')[]; keepFactors?: boolean }

/**
 * Removes all ways into an account except its mailbox or phone, and sets `columns`. A test compares
 * it with all tables that refer to `auth.users`.
 */
export async function dropCredentials(
  trx: Trx,
  user: User,
  { keep, keepFactors = false }: CredentialsToKeep,
  columns: Updateable<UsersTable> = {},
): Promise<User> {
  const { id } = user
  // In the lock order: codes, sessions and flows first.
  await endSignIns(trx, id, 'all')
  // Locked before its dependents, as in a passkey sign-in.
  await lockUser(trx, id)
  await trx.deleteFrom('auth.webauthn_credentials').where('user_id', '=', id).execute()
  await trx.deleteFrom('auth.webauthn_challenges').where('user_id', '=', id).execute()
  const factors = trx.deleteFrom('auth.mfa_factors').where('user_id', '=', id)
  await (keepFactors ? factors.where('status', '=', 'unverified') : factors).execute()
  await trx
    .deleteFrom('auth.identities')
    .where('user_id', '=', id)
    .where('provider', 'not in', keep)
    .execute()
  const email = keep.includes('email') ? user.email : null
  const phone = keep.includes('phone') ? user.phone : null
  if (email !== null) await saveEmailIdentity(trx, id, email, isConfirmed(user))
  if (phone !== null) await savePhoneIdentity(trx, id, phone, isPhoneConfirmed(user))
  const providers = [...(email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])]
  const clean = await updateUser(trx, id, {
    encrypted_password: null,
    email_change: '',
    email_change_confirm_status: 0,
    phone_change: '',
    raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, provider: providers[0] ?? '', providers }),
    ...(email === null ? { email, email_confirmed_at: null } : {}),
    ...(phone === null ? { phone, phone_confirmed_at: null } : {}),
    ...columns,
  })
  // After the user, as in a provider's callback.
  await trx.deleteFrom('auth.flow_state').where('linking_target_id', '=', id).execute()
  // Again, because a concurrent sign-in may have just finished.
  await endSessions(trx, id, 'all')
  return clean
}
