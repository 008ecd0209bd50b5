import type { AuthContext, Origin } from './auth-context.ts'
import {
  emailNotConfirmed,
  emailProviderDisabled,
  invalidCredentials,
  phoneProviderDisabled,
  userBanned,
} from './auth-errors.ts'
import { isPassword } from './passwords.ts'
import { type SessionBody, startSession } from './sessions.ts'
import { isBanned, isConfirmed } from './user-body.ts'
import { findUserByEmail } from './user-repository.ts'

/** Signs in with e-mail and password. An unknown address and a wrong password are refused alike. */
export async function signInWithPassword(
  context: AuthContext,
  request: { email: string; phone: string; password: string; origin: Origin },
): Promise<SessionBody> {
  const { settings, db } = context
  if (request.phone) throw phoneProviderDisabled()
  if (!settings.auth.emailEnabled) throw emailProviderDisabled()

  const user = await findUserByEmail(db, request.email)
  const matches = await isPassword(settings.auth, request.password, user?.encrypted_password ?? null)
  if (!user || !matches) throw invalidCredentials()
  if (isBanned(user, new Date())) throw userBanned()
  if (!isConfirmed(user)) throw emailNotConfirmed()
  return db
    .transaction()
    .execute((trx) => startSession(context, trx, { user, method: 'password', origin: request.origin }))
}
