import type { OneTimeTokenType } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, otpExpired, userBanned, validationFailed } from '../auth-errors.ts'
import { type CodeGuess, countCodeGuess } from '../codes/guess-limits.ts'
import { askerOf } from '../codes/known-device.ts'
import { acceptedOffer } from '../codes/offers.ts'
import { type RedeemedCode, redeemCode, redeemLinkToken } from '../codes/one-time-tokens.ts'
import { issueAuthCode } from '../flow-state.ts'
import { openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import { isBanned, type User } from '../users/user-body.ts'
import { findUser, ownerOfEmail, ownerOfEmailChange } from '../users/user-repository.ts'
import { acceptEmailChange } from './change-email.ts'
import { proveEmail } from './confirm-email.ts'
import { signInByCode } from './sign-in-by-code.ts'

const tokenTypesOf = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

export type VerificationType = keyof typeof tokenTypesOf

/** What is to be verified: a code together with its address, or the token of a link alone. */
export type Proof = { type: VerificationType } & ({ email: string; code: string } | { linkToken: string })

/** `authCode` answers a link whose session is to be fetched by the client that asked for the mail. */
export type Verified = SessionBody | { msg: string; code: number } | { authCode: string }

/** Whether a session goes to whoever shows the proof, or, where a client asked for that, only to that client. */
export type AnswerTo = 'bearer' | 'asker'

/** The first of two mailboxes has agreed to a change of address. */
const oneMailboxAccepted = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: 200,
}

export function parseVerificationType(type: string): VerificationType {
  if (type === '') throw validationFailed('Verify requires a verification type')
  if (!isVerificationType(type)) throw validationFailed('Unsupported verification type')
  return type
}

function isVerificationType(text: string): text is VerificationType {
  return Object.hasOwn(tokenTypesOf, text)
}

/** Uses up a code or link and signs its owner in. Whatever is wrong with it, the refusal is `otp_expired`. */
export async function verifyEmail(
  context: AuthContext,
  proof: Proof,
  origin: Origin,
  answerTo: AnswerTo = 'bearer',
): Promise<Verified> {
  let counted: CodeGuess | undefined
  if ('code' in proof && proof.type !== 'email_change' && answerTo === 'bearer') {
    const { email, code, type } = proof
    const shown = await signInByCode(context, { email, code, tokenTypes: tokenTypesOf[type], origin })
    if (shown.outcome === 'refused') throw otpExpired()
    if (shown.outcome === 'signed_in') return openSession(context, shown.started)
    counted = shown.guess
  }
  const result = await context.db.transaction().execute(async (trx) => {
    const shown = await redeem(context, trx, proof, { origin, answerTo, counted })
    if (!shown) return otpExpired()
    const { redeemed, user } = shown
    if (isBanned(user, new Date())) return userBanned(403)
    if (!isStillMeant(user, redeemed)) return otpExpired()
    const askersFlow = answerTo === 'asker' ? redeemed.flowId : null
    if (proof.type === 'email_change') {
      const changed = await acceptEmailChange(context, trx, user)
      if (!changed) return oneMailboxAccepted
      if (askersFlow) return { authCode: await issueAuthCode(trx, askersFlow, { userId: user.id }) }
      return startSession(context, trx, { user: changed, method: 'otp', origin, isLast: true })
    }
    const offer = acceptedOffer(context.settings.auth, redeemed.offer, proof.type)
    if (askersFlow) {
      const proves = { address: redeemed.relatesTo, offer }
      return { authCode: await issueAuthCode(trx, askersFlow, { userId: user.id, proves }) }
    }
    const proven = await proveEmail(trx, user, offer)
    return startSession(context, trx, { user: proven, method: 'otp', origin, isLast: true })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  return 'sessionId' in result ? openSession(context, result) : result
}

/**
 * What is asked of the database is the same for an address that has an account and for one that has none, so the time of
 * a refusal does not tell them apart.
 */
async function redeem(
  context: AuthContext,
  trx: Trx,
  proof: Proof,
  { origin, answerTo, counted }: { origin: Origin; answerTo: AnswerTo; counted: CodeGuess | undefined },
): Promise<{ redeemed: RedeemedCode; user: User } | null> {
  const tokenTypes = tokenTypesOf[proof.type]
  if ('linkToken' in proof) {
    // Each mailbox agrees to a change of address once, so there a link uses up the code beside it.
    const keepCodeOfFlow = answerTo === 'asker' && proof.type !== 'email_change'
    const { linkToken } = proof
    const redeemed = await redeemLinkToken(context, trx, { tokenTypes, linkToken, keepCodeOfFlow })
    const user = redeemed && (await findUser(trx, redeemed.userId))
    return user ? { redeemed, user } : null
  }
  const { email: address, code } = proof
  const lifetimeSeconds = context.settings.auth.otpExp
  const owner = proof.type === 'email_change' ? ownerOfEmailChange : ownerOfEmail
  const asker = askerOf(context, address, origin)
  const guess = counted ?? (await countCodeGuess(context, trx, { address, asker, lifetimeSeconds, owner }))
  if (!guess.mayGuess) return null
  const redeemed = await redeemCode(context, trx, { userId: guess.userId, tokenTypes, code })
  const user = redeemed && (await guess.takeBack(trx))
  return user ? { redeemed, user } : null
}

/** A code for an address that has since been changed proves nothing about the new one. */
function isStillMeant(user: User, { tokenType, relatesTo }: RedeemedCode): boolean {
  return relatesTo === (tokenType === 'email_change_token_new' ? user.email_change : user.email)
}
