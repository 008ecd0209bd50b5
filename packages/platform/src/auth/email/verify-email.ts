import type { OneTimeTokenType } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, otpExpired, userBanned, validationFailed } from '../auth-errors.ts'
import { type CodeGuess, countCodeGuess } from '../codes/guess-limits.ts'
import { identifyRequester } from '../codes/known-device.ts'
import { type RedeemedCode, redeemCode, redeemLinkToken } from '../codes/one-time-tokens.ts'
import { acceptedClaims } from '../codes/pending-claims.ts'
import { notifyOfChange } from '../delivery/notify-of-change.ts'
import { issueAuthCode } from '../flow-state.ts'
import { hasPasskey } from '../passkeys/passkeys.ts'
import { openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import { isBanned, type User } from '../users/user-body.ts'
import { findUser, ownerOfEmail } from '../users/user-repository.ts'
import { proveEmail, recoverByEmail } from './confirm-email.ts'
import { type CodeSignInOutcome, type ShownCode, signInByCode } from './sign-in-by-code.ts'

const tokenTypesOf = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

/** A change of address is none of them: see `verifyEmailChange`. */
export type SignInType = keyof typeof tokenTypesOf

/** A code with its address, or a link's token. */
export type Proof = { type: SignInType } & ({ email: string; code: string } | { linkToken: string })

/** `authCode` answers a link whose session is to be fetched by the client that asked for the mail. */
export type Verified = SessionBody | { authCode: string }

/** The recipient of the session: the holder of the proof, or only the requesting client. */
export type SessionRecipient = 'bearer' | 'asker'

export function parseVerificationType(type: string): SignInType | 'email_change' {
  if (type === '') throw validationFailed('Verify requires a verification type')
  if (type !== 'email_change' && !isSignInType(type)) throw validationFailed('Unsupported verification type')
  return type
}

function isSignInType(text: string): text is SignInType {
  return Object.hasOwn(tokenTypesOf, text)
}

/** Uses up a code or link and signs its owner in. Whatever is wrong with it, the refusal is `otp_expired`. */
export async function verifyEmail(
  context: AuthContext,
  proof: Proof,
  origin: Origin,
  answerTo: SessionRecipient = 'bearer',
): Promise<Verified> {
  let counted: CodeGuess | undefined
  let losesPasskeys = false
  if ('code' in proof && answerTo === 'bearer') {
    const { email, code, type } = proof
    const shownCode = { email, code, tokenTypes: tokenTypesOf[type], origin }
    const shown = await (type === 'recovery' ? recoverByCode : signInByCode)(context, shownCode)
    if (shown.outcome === 'refused') throw otpExpired()
    if (shown.outcome === 'signed_in') return openSession(context, shown.started)
    counted = shown.guess
  }
  const result = await context.db.transaction().execute(async (trx) => {
    const shown = await redeemProof(context, trx, proof, { origin, answerTo, counted })
    if (!shown) return otpExpired()
    const { redeemed, user } = shown
    if (isBanned(user, new Date())) return userBanned(403)
    if (!isForCurrentEmail(user, redeemed)) return otpExpired()
    const askersFlow = answerTo === 'asker' ? redeemed.flowId : null
    const offer = acceptedClaims(context.settings.auth, redeemed.offer, proof.type)
    if (askersFlow) {
      const proves = { address: redeemed.relatesTo, offer }
      return { authCode: await issueAuthCode(trx, askersFlow, { userId: user.id, proves }) }
    }
    // A link may have been opened by the mailbox itself, which takes nothing from anybody.
    const isRecovery = proof.type === 'recovery' && answerTo === 'bearer'
    losesPasskeys = isRecovery && (await hasPasskey(trx, user.id))
    const proven = await (isRecovery ? recoverByEmail : proveEmail)(trx, user, offer)
    return startSession(context, trx, { user: proven, method: 'otp', origin, isLast: true })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  if (!('sessionId' in result)) return result
  if (losesPasskeys) notifyOfChange(context, result.user, 'passkey_removed', origin)
  return openSession(context, result)
}

/** Signs in by a code and recovers the account in the same transaction: the session that the code began gives way to a new one. */
async function recoverByCode(context: AuthContext, shownCode: ShownCode): Promise<CodeSignInOutcome> {
  const { origin } = shownCode
  let losesPasskeys = false
  const shown = await context.db.transaction().execute(async (trx): Promise<CodeSignInOutcome> => {
    const signedIn = await signInByCode({ ...context, db: trx }, shownCode)
    if (signedIn.outcome !== 'signed_in') return signedIn
    losesPasskeys = await hasPasskey(trx, signedIn.started.user.id)
    const user = await recoverByEmail(trx, signedIn.started.user, null)
    const started = await startSession(context, trx, { user, method: 'otp', origin, isLast: true })
    return { outcome: 'signed_in', started }
  })
  if (losesPasskeys && shown.outcome === 'signed_in') {
    notifyOfChange(context, shown.started.user, 'passkey_removed', origin)
  }
  return shown
}

/** The queries are the same for unknown addresses, so the response time reveals nothing. */
async function redeemProof(
  context: AuthContext,
  trx: Trx,
  proof: Proof,
  {
    origin,
    answerTo,
    counted,
  }: { origin: Origin; answerTo: SessionRecipient; counted: CodeGuess | undefined },
): Promise<{ redeemed: RedeemedCode; user: User } | null> {
  const tokenTypes = tokenTypesOf[proof.type]
  if ('linkToken' in proof) {
    const keepCodeOfFlow = answerTo === 'asker'
    const { linkToken } = proof
    const redeemed = await redeemLinkToken(context, trx, { tokenTypes, linkToken, keepCodeOfFlow })
    const user = redeemed && (await findUser(trx, redeemed.userId))
    return user ? { redeemed, user } : null
  }
  const { email: address, code } = proof
  const asker = identifyRequester(context, address, origin)
  const guess = counted ?? (await countCodeGuess(context, trx, { address, asker, owner: ownerOfEmail }))
  if (!guess.mayGuess) return null
  const redeemed = await redeemCode(context, trx, { userId: guess.userId, tokenTypes, code })
  const user = redeemed && (await guess.takeBack(trx))
  return user ? { redeemed, user } : null
}

/** A code for an address that has since been changed proves nothing about the new one. */
function isForCurrentEmail(user: User, { relatesTo }: RedeemedCode): boolean {
  return relatesTo === user.email
}
