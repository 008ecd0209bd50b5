import type { JsonObject } from '../../database/tables.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { signupDisabled, userAlreadyExists, validationFailed } from '../auth-errors.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import { newUserRow, type UserRow } from '../users/user-body.ts'
import { findIdByPhone, insertUser, mergeMetadata } from '../users/user-repository.ts'
import { confirmPhone } from './confirm-phone.ts'
import { throwTextCodesUnsupported } from './text-codes-unsupported.ts'

export type PhoneSignup = { phone: string; password: string; data: JsonObject; origin: Origin }

/** Signs up with a number and a password where numbers confirm themselves: no code is sent to a phone. */
export async function signUpWithPhone(
  context: AuthContext,
  { phone, password, data, origin }: PhoneSignup,
): Promise<SessionBody> {
  const { auth } = context.settings
  if (auth.disableSignup || !auth.passwordSignup) throw signupDisabled()
  if (!auth.phoneEnabled || !auth.phoneAutoconfirm)
    throwTextCodesUnsupported(context, 'Phone signups are disabled')
  if (!password) throw validationFailed('Signup requires a valid password')
  checkPassword(context.settings, password, null)
  const row = phoneUserRow(phone, data, await hashPassword(auth, password))
  const started = await context.db
    .transaction()
    .execute(async (trx) => {
      if (await findIdByPhone(trx, phone)) throw userAlreadyExists()
      const user = await confirmPhone(trx, await insertUser(trx, row))
      return startSession(context, trx, { user, method: 'password', origin, isLast: true })
    })
    .catch((error) => {
      // A concurrent sign-up took the number.
      throw isUniqueViolation(error) ? userAlreadyExists() : error
    })
  return openSession(context, started)
}

function phoneUserRow(phone: string, data: JsonObject, encryptedPassword: string): UserRow {
  const row = newUserRow({ email: null, phone, metadata: {}, now: new Date() })
  const known = { sub: row.id, phone, email_verified: false, phone_verified: false }
  return {
    ...row,
    encrypted_password: encryptedPassword,
    raw_user_meta_data: mergeMetadata(data, known),
  }
}
