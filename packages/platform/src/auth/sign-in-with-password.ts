import type { AuthContext, Origin } from './auth-context.ts'
import {
  emailNotConfirmed,
  emailProviderDisabled,
  invalidCredentials,
  phoneNotConfirmed,
  phoneProviderDisabled,
  userBanned,
} from './auth-errors.ts'
import { isPassword } from './passwords.ts'
import { type SessionBody, startSession } from './sessions.ts'
import { isBanned, isConfirmed, isPhoneConfirmed } from './user-body.ts'
import { findUserByEmail, findUserByPhone } from './user-repository.ts'

export type PasswordSignIn = { password: string; origin: Origin } & ({ email: string } | { phone: string })

/** Signs in with e-mail or phone, and password. An unknown address and a wrong password are refused alike. */
export async function signInWithPassword(
  context: AuthContext,
  request: PasswordSignIn,
): Promise<SessionBody> {
  const { settings, db } = context
  const isPhone = 'phone' in request
  if (isPhone && !settings.auth.phoneEnabled) throw phoneProviderDisabled('Phone logins are disabled', 422)
  if (!isPhone && !settings.auth.emailEnabled) throw emailProviderDisabled()

  const user = await (isPhone ? findUserByPhone(db, request.phone) : findUserByEmail(db, request.email))
  const matches = await isPassword(settings.auth, request.password, user?.encrypted_password ?? null)
  if (user && !matches) await settings.auth.onWrongPassword(user.id)
  if (!user || !matches) throw invalidCredentials()
  if (isBanned(user, new Date())) throw userBanned()
  if (isPhone && !isPhoneConfirmed(user)) throw phoneNotConfirmed()
  if (!isPhone && !isConfirmed(user)) throw emailNotConfirmed()
  return db
    .transaction()
    .execute((trx) => startSession(context, trx, { user, method: 'password', origin: request.origin }))
}
