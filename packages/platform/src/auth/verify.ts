import type { OneTimeTokenType } from '../database/tables.ts'
import { isUniqueViolation } from '../http/postgres-error.ts'
import type { AuthContext, Origin, Trx } from './auth-context.ts'
import { AuthError, emailExists, otpExpired, userBanned, validationFailed } from './auth-errors.ts'
import { confirmEmail } from './confirm-email.ts'
import { type RedeemedCode, redeemCode, redeemLinkToken } from './one-time-tokens.ts'
import { type SessionBody, startSession } from './sessions.ts'
import { isBanned, type User } from './user-body.ts'
import {
  findUser,
  findUserByEmail,
  findUserByEmailChange,
  saveEmailIdentity,
  updateUser,
} from './user-repository.ts'

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

export type Verified = SessionBody | { msg: string; code: number }

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
export async function verify(context: AuthContext, proof: Proof, origin: Origin): Promise<Verified> {
  const result = await context.db.transaction().execute(async (trx) => {
    const redeemed = await redeem(context, trx, proof)
    const user = redeemed && (await findUser(trx, redeemed.userId))
    if (!redeemed || !user) return otpExpired()
    if (isBanned(user, new Date())) return userBanned(403)
    // A code for an address that has since been changed proves nothing about the new one.
    if (proof.type !== 'email_change' && redeemed.relatesTo !== user.email) return otpExpired()
    return accept(context, trx, { user, redeemed, proof, origin })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  return result
}

async function redeem(context: AuthContext, trx: Trx, proof: Proof): Promise<RedeemedCode | null> {
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

type Acceptance = { user: User; redeemed: RedeemedCode; proof: Proof; origin: Origin }

async function accept(
  context: AuthContext,
  trx: Trx,
  { user, redeemed, proof, origin }: Acceptance,
): Promise<Verified> {
  if (proof.type === 'email_change') {
    const changed = await acceptEmailChange(context, trx, user)
    return changed ? startSession(context, trx, { user: changed, method: 'otp', origin }) : oneMailboxAccepted
  }
  const confirmed = await confirmEmail(trx, user, {
    keepPassword: redeemed.tokenType === 'confirmation_token',
  })
  return startSession(context, trx, { user: confirmed, method: 'otp', origin })
}

/** Changes the address once every mailbox that has to agree has agreed; until then answers null. */
async function acceptEmailChange({ settings }: AuthContext, trx: Trx, user: User): Promise<User | null> {
  const bothMailboxes = settings.auth.secureEmailChange && user.email !== null
  if (bothMailboxes && user.email_change_confirm_status === 0) {
    await updateUser(trx, user.id, { email_change_confirm_status: 1 })
    return null
  }
  await saveEmailIdentity(trx, user.id, user.email_change, true)
  await trx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', user.id)
    .where('token_type', 'in', ['email_change_token_current', 'email_change_token_new'])
    .execute()
  return updateUser(trx, user.id, {
    email: user.email_change,
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
    email_change: '',
    email_change_confirm_status: 0,
    is_anonymous: false,
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailExists() : error
  })
}
