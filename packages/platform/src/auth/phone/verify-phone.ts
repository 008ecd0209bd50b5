import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, otpExpired, sessionNotFound, userBanned } from '../auth-errors.ts'
import { countCodeGuess } from '../codes/guess-limits.ts'
import { askerOf } from '../codes/known-device.ts'
import { acceptedOffer } from '../codes/offers.ts'
import { redeemCode } from '../codes/one-time-tokens.ts'
import { tellOfChange } from '../delivery/tell-of-change.ts'
import { requireAddressChange } from '../email/change-email.ts'
import { needsFactor, requireUpgradedSession } from '../factors/assurance.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import { holdSessions, openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import { forgetUnproven, isProven } from '../users/forget-unproven.ts'
import { startClean } from '../users/start-clean.ts'
import { isBanned, isConfirmed, type User } from '../users/user-body.ts'
import { ownerOfOwnPhoneChange, ownerOfPhone } from '../users/user-repository.ts'
import { provePhone, savePhone } from './confirm-phone.ts'

/** `caller` is whoever shows a code of the change of number that they have asked for. */
export type PhoneProof = { caller: SignedInUser | null; phone: string; code: string }

/** Uses up a texted code and signs its owner in. Whatever is wrong with it, the refusal is `otp_expired`. */
export async function verifyPhone(
  context: AuthContext,
  proof: PhoneProof,
  origin: Origin,
): Promise<SessionBody> {
  if (proof.caller) {
    requireAddressChange(context.settings.auth)
    requireUpgradedSession(proof.caller)
    if (!proof.caller.session) throw sessionNotFound()
  }
  const result = await context.db.transaction().execute(async (trx) => {
    const accepted = await accept(context, trx, proof, origin)
    if (accepted instanceof AuthError) return accepted
    return startSession(context, trx, { user: accepted, method: 'otp', origin, isLast: true })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  if (proof.caller) tellOfChange(context, result.user, 'phone_changed', origin)
  return openSession(context, result)
}

async function accept(
  context: AuthContext,
  trx: Trx,
  { caller, phone, code }: PhoneProof,
  origin: Origin,
): Promise<User | AuthError> {
  const lifetimeSeconds = context.settings.auth.sms.otpExp
  const owner = caller ? ownerOfOwnPhoneChange(caller.user.id) : ownerOfPhone
  const asker = askerOf(context, phone, origin)
  const guess = await countCodeGuess(context, trx, { address: phone, asker, lifetimeSeconds, owner })
  if (!guess.mayGuess) return otpExpired()
  const redeemed = await redeemCode(context, trx, {
    userId: guess.userId,
    tokenTypes: caller ? ['phone_change_token'] : ['confirmation_token', 'recovery_token'],
    code,
    lifetimeSeconds,
  })
  // A code that went to the user's mailbox proves nothing about their number.
  const user = redeemed?.relatesTo === phone ? await guess.takeBack(trx) : undefined
  if (!redeemed || !user) return otpExpired()
  if (isBanned(user, new Date())) return userBanned(403)
  if (caller) return acceptPhoneChange(context, trx, caller, { user, phone })
  const shownAs = redeemed.tokenType === 'confirmation_token' ? 'signup' : 'sms'
  return provePhone(trx, user, acceptedOffer(context.settings.auth, redeemed.offer, shownAs))
}

/**
 * Changes the number for a session that still stands. Every session and every way in from before ends but the mailbox, which is
 * told of it, and second factors.
 */
async function acceptPhoneChange(
  { settings }: AuthContext,
  trx: Trx,
  { session }: SignedInUser,
  { user, phone }: { user: User; phone: string },
): Promise<User> {
  if (!session || !(await holdSessions(trx, user.id)).includes(session.id)) throw sessionNotFound()
  const keep = isConfirmed(user) ? (['email', 'phone'] as const) : (['phone'] as const)
  const named = { ...user, phone, phone_confirmed_at: new Date() }
  const keepFactors = needsFactor(settings, user)
  const clean = isProven(user)
    ? await startClean(trx, named, { keep, keepFactors })
    : await forgetUnproven(trx, named, { proven: 'phone', offer: null })
  return savePhone(trx, clean, phone)
}
