import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, emailNotConfirmed, tooManyRequests, validationFailed } from '../auth-errors.ts'
import { counterKey, decrementCounts, incrementCounts } from '../codes/attempt-counts.ts'
import type { CodeRequester } from '../codes/code.ts'
import { issueCode, redeemCode } from '../codes/one-time-tokens.ts'
import { isPassword } from '../passwords/passwords.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import { sessionMethods } from '../sessions/sessions.ts'
import { isConfirmed, type User } from './user-body.ts'

/** The time that a sign-in counts as recent enough to change the password without a code. */
const recentSignInMs = 24 * 3600 * 1000

/** Mails the user a code that proves they are the one at the keyboard. */
export async function requestReauthentication(
  context: AuthContext,
  user: User,
  origin: Origin,
): Promise<void> {
  const { db, emailSender, settings } = context
  const { email } = user
  if (!email) throw validationFailed('Reauthentication requires the user to have an email')
  if (!isConfirmed(user)) throw emailNotConfirmed(422, 'Please verify your email first.')
  await emailSender.throttle(db, email, signedInRequester(user))
  const issued = await db.transaction().execute((trx) =>
    issueCode(context, trx, {
      userId: user.id,
      tokenType: 'reauthentication_token',
      relatesTo: email,
      flowId: null,
      sentAs: 'reauthentication_sent_at',
      isLast: true,
    }),
  )
  await emailSender.send(
    db,
    { kind: 'reauthentication', to: email, issued, redirectTo: settings.siteUrl },
    origin.log,
  )
}

/** A signed-in requester has their own limits. */
const signedInRequester = ({ id }: User): CodeRequester => ({ name: `user ${id}`, isKnown: true })

/**
 * Returns a refusal unless the user shows a mailed code, the present password or a recent session.
 * It does not throw, because the failed try must be committed.
 */
export async function checkReauthentication(
  context: AuthContext,
  trx: Trx,
  { user, session }: SignedInUser,
  shown: { nonce: string; hasShownNonce: boolean; hasShownPassword: boolean },
): Promise<AuthError | null> {
  const { auth } = context.settings
  if (shown.hasShownNonce) return null
  if (shown.nonce !== '') {
    if (!auth.updatePasswordRequireCurrentPassword && isRecentSession(session, recentSignInMs)) return null
    const redeemed = await redeemCode(context, trx, {
      userId: user.id,
      tokenTypes: ['reauthentication_token'],
      code: shown.nonce,
      maxTries: auth.otpMaxTries,
    })
    return redeemed ? null : badNonce()
  }
  if (auth.updatePasswordRequireCurrentPassword) {
    if (shown.hasShownPassword || (await hasRecentCodeProof(trx, session))) return null
    return reauthenticationNeeded()
  }
  if (!auth.updatePasswordRequireReauthentication || isRecentSession(session, recentSignInMs)) return null
  return reauthenticationNeeded()
}

/**
 * Returns true when a password is the present one. Wrong ones are counted for the account, since a
 * stolen session must not find it out.
 */
export async function isCurrentPassword(
  context: AuthContext,
  user: User,
  password: string,
): Promise<boolean> {
  const { db, settings } = context
  const subject = counterKey(context, 'current password', user.id)
  const { max, seconds } = settings.rateLimits.passwordsPerAccount
  const [guesses = 0] = await incrementCounts(db, [subject], seconds)
  if (guesses > max) throw tooManyRequests()
  const isRight = await isPassword(settings.auth, password, user.encrypted_password)
  if (isRight) await decrementCounts(db, [subject])
  return isRight
}

/**
 * Requires a recent sign-in or a mailed code for a change of address, because an unattended session
 * must not take the account. Users without an address are exempt.
 */
export async function requireProofForAddressChange(
  context: AuthContext,
  { user, session }: SignedInUser,
  nonce: string,
): Promise<void> {
  if (user.is_anonymous) return
  const { db, settings } = context
  if (nonce === '') {
    if (isRecentSession(session, codeProofMs)) return
    throw new AuthError(
      400,
      'reauthentication_needed',
      'Changing the email address or phone number requires a recent sign-in, or the code of a reauthentication',
    )
  }
  const redeemed = await db.transaction().execute((trx) =>
    redeemCode(context, trx, {
      userId: user.id,
      tokenTypes: ['reauthentication_token'],
      code: nonce,
      maxTries: settings.auth.otpMaxTries,
    }),
  )
  if (!redeemed) throw badNonce()
}

/** The time that a mailed code that began a session speaks for whoever holds it. */
const codeProofMs = 15 * 60 * 1000
const codeMethods: readonly string[] = ['otp', 'recovery', 'magiclink', 'email/signup', 'invite']

async function hasRecentCodeProof(trx: Trx, session: SignedInUser['session']): Promise<boolean> {
  if (!session || !isRecentSession(session, codeProofMs)) return false
  const methods = await sessionMethods(trx, session.id)
  return methods.some(({ method }) => codeMethods.includes(method))
}

function isRecentSession(session: SignedInUser['session'], ms: number): boolean {
  return session?.created_at != null && Date.now() - session.created_at.getTime() < ms
}

const badNonce = () => new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
const reauthenticationNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
