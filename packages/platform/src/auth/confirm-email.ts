import type { Trx } from './auth-context.ts'
import { endSessions } from './sessions.ts'
import { isConfirmed, type User } from './user-body.ts'
import { mergeMetadata, saveEmailIdentity, updateUser } from './user-repository.ts'

/**
 * Notes that a user has proven to own their address. A password from before that proof came from whoever signed up,
 * so it stays only when the proof belongs to that very sign-up; otherwise a stranger could have left it there.
 */
export async function confirmEmail(
  trx: Trx,
  user: User,
  { keepPassword }: { keepPassword: boolean },
): Promise<User> {
  if (isConfirmed(user) || user.email === null) return user
  await saveEmailIdentity(trx, user.id, user.email, true)
  if (!keepPassword) await endSessions(trx, user.id, 'all')
  return updateUser(trx, user.id, {
    email_confirmed_at: new Date(),
    raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, { email_verified: true })),
    ...(keepPassword ? {} : { encrypted_password: null }),
  })
}
