import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, otpExpired, sessionNotFound } from '../auth-errors.ts'
import { countCodeGuess } from '../codes/guess-limits.ts'
import { identifyRequester } from '../codes/known-device.ts'
import { type RedeemedCode, redeemCode, redeemLinkToken } from '../codes/one-time-tokens.ts'
import { requireUpgradedSession } from '../factors/assurance.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import { lockSessions, openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import type { User } from '../users/user-body.ts'
import { findUser, ownerOfOwnChange } from '../users/user-repository.ts'
import { acceptEmailChange, requireAddressChange } from './change-email.ts'

export type ShownCode = { email: string; code: string } | { linkToken: string }

const tokenTypes = ['email_change_token_current', 'email_change_token_new'] as const

/** The first of two mailboxes has agreed to a change of address. */
const oneMailboxAccepted = {
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
  code: 200,
}

/**
 * Redeems the code of an address change for its requester only. After both confirmations it returns
 * a new session, the only remaining one.
 */
export async function verifyEmailChange(
  context: AuthContext,
  caller: SignedInUser,
  shown: ShownCode,
  origin: Origin,
): Promise<SessionBody | typeof oneMailboxAccepted> {
  requireAddressChange(context.settings.auth)
  requireUpgradedSession(caller)
  const { user, session } = caller
  if (!session) throw sessionNotFound()
  const result = await context.db.transaction().execute(async (trx) => {
    const redeemed = await redeemChangeCode(context, trx, user, shown, origin)
    if (!redeemed) return otpExpired()
    if (!(await lockSessions(trx, user.id)).includes(session.id)) throw sessionNotFound()
    const asking = await findUser(trx, user.id)
    if (!asking || redeemed.relatesTo !== addressOf(asking, redeemed)) return otpExpired()
    const changed = await acceptEmailChange(context, trx, asking)
    if (!changed) return oneMailboxAccepted
    return startSession(context, trx, { user: changed, method: 'otp', origin, isLast: true })
  })
  // Thrown here and not inside, because a wrong try has to be committed.
  if (result instanceof AuthError) throw result
  return 'sessionId' in result ? openSession(context, result) : result
}

async function redeemChangeCode(
  context: AuthContext,
  trx: Trx,
  { id: userId }: User,
  shown: ShownCode,
  origin: Origin,
): Promise<RedeemedCode | null> {
  if ('linkToken' in shown) {
    const { linkToken } = shown
    const redeemed = await redeemLinkToken(context, trx, { tokenTypes, linkToken, keepCodeOfFlow: false })
    // Thrown, so that another user's code stays valid.
    if (redeemed && redeemed.userId !== userId) throw otpExpired()
    return redeemed
  }
  const { email: address, code } = shown
  const owner = ownerOfOwnChange(userId)
  const guess = await countCodeGuess(context, trx, {
    address,
    asker: identifyRequester(context, address, origin),
    owner,
  })
  if (!guess.mayGuess) return null
  const redeemed = await redeemCode(context, trx, { userId: guess.userId, tokenTypes, code })
  if (redeemed?.relatesTo !== address) return null
  await guess.takeBack(trx)
  return redeemed
}

function addressOf(user: User, { tokenType }: RedeemedCode): string | null {
  return tokenType === 'email_change_token_new' ? user.email_change : user.email
}
