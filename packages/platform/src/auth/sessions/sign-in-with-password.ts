import type { AuthContext, Origin } from '../auth-context.ts'
import {
  emailNotConfirmed,
  emailProviderDisabled,
  invalidCredentials,
  phoneNotConfirmed,
  phoneProviderDisabled,
  tooManyRequests,
  userBanned,
} from '../auth-errors.ts'
import { countPasswordGuess } from '../codes/guess-limits.ts'
import { isPassword } from '../passwords/passwords.ts'
import { isBanned, isConfirmed, isPhoneConfirmed } from '../users/user-body.ts'
import {
  findIdByEmail,
  findIdByPhone,
  findPasswordHash,
  findUser,
  lockUser,
  noUserId,
} from '../users/user-repository.ts'
import { type SessionBody, signInWithin, startSession } from './sessions.ts'

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

  const account = isPhone ? request.phone : request.email
  // The queries are the same without an account.
  const userId = (await (isPhone ? findIdByPhone : findIdByEmail)(db, account)) ?? noUserId
  const guess = await countPasswordGuess(context, { account, userId, ip: request.origin.ip })
  if (!guess.mayGuess) throw tooManyRequests()
  const hash = await findPasswordHash(db, userId)
  const valid = await isPassword(settings.auth, request.password, hash)
  if (!valid) {
    await settings.auth.onWrongPassword(userId)
    throw invalidCredentials()
  }
  await guess.takeBack()
  const user = await findUser(db, userId)
  if (!user) throw invalidCredentials()
  if (isBanned(user, new Date())) throw userBanned()
  if (isPhone && !isPhoneConfirmed(user)) throw phoneNotConfirmed()
  if (!isPhone && !isConfirmed(user)) throw emailNotConfirmed()
  const { origin } = request
  return signInWithin(context, async (trx) => {
    // The comparison is slow, so the account may have changed.
    if ((await lockUser(trx, userId)) !== hash) throw invalidCredentials()
    return startSession(context, trx, { user, method: 'password', origin, isLast: true })
  })
}
