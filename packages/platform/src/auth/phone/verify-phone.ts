import type { AuthContext, Origin, Trx } from '../auth-context.ts'
import { AuthError, otpExpired, userBanned } from '../auth-errors.ts'
import { redeemCode } from '../one-time-tokens.ts'
import { type SessionBody, startSession } from '../sessions.ts'
import { isBanned, type User } from '../user-body.ts'
import { findUserByPhone, findUserByPhoneChange } from '../user-repository.ts'
import { confirmPhone, savePhone } from './confirm-phone.ts'

export type PhoneProof = { type: 'sms' | 'phone_change'; phone: string; code: string }

/** Uses up a texted code and signs its owner in. Whatever is wrong with it, the refusal is `otp_expired`. */
export async function verifyPhone(
  context: AuthContext,
  proof: PhoneProof,
  origin: Origin,
): Promise<SessionBody> {
  const result = await context.db.transaction().execute(async (trx) => {
    const accepted = await accept(context, trx, proof)
    if (accepted instanceof AuthError) return accepted
    return startSession(context, trx, { user: accepted, method: 'otp', origin })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  return result
}

async function accept(
  context: AuthContext,
  trx: Trx,
  { type, phone, code }: PhoneProof,
): Promise<User | AuthError> {
  const isChange = type === 'phone_change'
  const user = await (isChange ? findUserByPhoneChange(trx, phone) : findUserByPhone(trx, phone))
  if (!user) return otpExpired()
  const redeemed = await redeemCode(context, trx, {
    userId: user.id,
    tokenTypes: isChange ? ['phone_change_token'] : ['confirmation_token', 'recovery_token'],
    code,
    lifetimeSeconds: context.settings.auth.sms.otpExp,
  })
  // A code that went to the user's mailbox proves nothing about their number.
  if (!redeemed || redeemed.relatesTo !== phone) return otpExpired()
  if (isBanned(user, new Date())) return userBanned(403)
  if (isChange) return savePhone(trx, user, phone)
  return confirmPhone(trx, user, { keepPassword: redeemed.tokenType === 'confirmation_token' })
}
