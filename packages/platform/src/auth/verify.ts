import type { OneTimeTokenType } from '../database/tables.ts'
import type { AuthContext, Origin, Trx } from './auth-context.ts'
import { AuthError, otpExpired, userBanned, validationFailed } from './auth-errors.ts'
import { confirmEmail } from './confirm-email.ts'
import { acceptEmailChange } from './email-change.ts'
import { issueAuthCode } from './flow-state.ts'
import { type CodeFacts, redeemCode, redeemLinkToken } from './one-time-tokens.ts'
import { type SessionBody, startSession } from './sessions.ts'
import { isBanned, type User } from './user-body.ts'
import { findUser, findUserByEmail, findUserByEmailChange } from './user-repository.ts'

const tokenTypes = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  magiclink: ['recovery_token'],
  recovery: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_current', 'email_change_token_new'],
} as const satisfies Record<string, readonly OneTimeTokenType[]>

export type VerificationType = keyof typeof tokenTypes

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
  if (!Object.hasOwn(tokenTypes, type)) throw validationFailed('Unsupported verification type')
  return type as VerificationType
}

/** Uses up a code or link and signs its owner in. Whatever is wrong with it, the refusal is `otp_expired`. */
export async function verify(
  context: AuthContext,
  proof: Proof,
  origin: Origin,
  answerTo: AnswerTo = 'bearer',
): Promise<Verified> {
  const result = await context.db.transaction().execute(async (trx) => {
    const redeemed = await redeem(context, trx, proof)
    const user = redeemed && (await findUser(trx, redeemed.userId))
    if (!redeemed || !user) return otpExpired()
    if (isBanned(user, new Date())) return userBanned(403)
    // A code for an address that has since been changed proves nothing about the new one.
    if (proof.type !== 'email_change' && redeemed.relatesTo !== user.email) return otpExpired()
    const accepted = await accept(context, trx, { user, redeemed, proof })
    if (!accepted) return oneMailboxAccepted
    if (answerTo === 'asker' && redeemed.flowId) {
      return { authCode: await issueAuthCode(trx, redeemed.flowId, user.id) }
    }
    return startSession(context, trx, { user: accepted, method: 'otp', origin })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  return result
}

async function redeem(context: AuthContext, trx: Trx, proof: Proof): Promise<CodeFacts | null> {
  const types = tokenTypes[proof.type]
  if ('linkToken' in proof) {
    return redeemLinkToken(context, trx, { tokenTypes: types, linkToken: proof.linkToken })
  }
  const user =
    proof.type === 'email_change'
      ? await findUserByEmailChange(trx, proof.email)
      : await findUserByEmail(trx, proof.email)
  return user ? redeemCode(context, trx, { userId: user.id, tokenTypes: types, code: proof.code }) : null
}

type Acceptance = { user: User; redeemed: CodeFacts; proof: Proof }

/** Notes what the code proves. Answers null when another mailbox has to agree too. */
async function accept(
  context: AuthContext,
  trx: Trx,
  { user, redeemed, proof }: Acceptance,
): Promise<User | null> {
  if (proof.type === 'email_change') return acceptEmailChange(context, trx, user)
  return confirmEmail(trx, user, { keepPassword: redeemed.tokenType === 'confirmation_token' })
}
