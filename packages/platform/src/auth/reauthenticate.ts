import type { AuthContext, Origin, Trx } from './auth-context.ts'
import { AuthError, emailNotConfirmed, phoneNotConfirmed, validationFailed } from './auth-errors.ts'
import type { SignedInUser } from './caller.ts'
import { issueCode, redeemCode } from './one-time-tokens.ts'
import { phoneCodeText } from './phone/request-phone-code.ts'
import { isConfirmed, isPhoneConfirmed, type User } from './user-body.ts'
import { updateUser } from './user-repository.ts'

/** How long a sign-in counts as recent enough to change the password without a code. */
const recentMs = 24 * 3600 * 1000

/** Mails or texts the user a code that proves they are the one at the keyboard. */
export async function requestReauthentication(
  context: AuthContext,
  user: User,
  origin: Origin,
): Promise<void> {
  const { db, mailer, settings } = context
  const { email } = user
  if (!email && user.phone) return textReauthentication(context, user, user.phone, origin)
  if (!email) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number')
  }
  if (!isConfirmed(user)) throw emailNotConfirmed(422, 'Please verify your email first.')
  await mailer.takeTurn(db, email)
  const issued = await db.transaction().execute(async (trx) => {
    await updateUser(trx, user.id, { reauthentication_sent_at: new Date() })
    return issueCode(context, trx, {
      userId: user.id,
      tokenType: 'reauthentication_token',
      relatesTo: email,
      flowId: null,
    })
  })
  await mailer.send(
    db,
    { kind: 'reauthentication', to: email, issued, redirectTo: settings.siteUrl },
    origin.log,
  )
}

async function textReauthentication(
  context: AuthContext,
  user: User,
  phone: string,
  origin: Origin,
): Promise<void> {
  const { db, texter } = context
  if (!isPhoneConfirmed(user)) throw phoneNotConfirmed(422, 'Please verify your phone first.')
  texter.requireProvider(phone)
  await texter.takeTurn(db, phone)
  const text = await db
    .transaction()
    .execute((trx) =>
      phoneCodeText(context, trx, user, { phone, channel: 'sms', type: 'reauthentication_token' }),
    )
  await texter.send(db, text, origin.log)
}

/**
 * Refuses a new password from someone who signed in long ago and shows no mailed code, when settings ask for that.
 * Answers with the refusal instead of throwing it, since a wrong try has to be committed.
 */
export async function checkReauthentication(
  context: AuthContext,
  trx: Trx,
  { user, session }: SignedInUser,
  nonce: string,
): Promise<AuthError | null> {
  if (!context.settings.auth.updatePasswordRequireReauthentication) return null
  if (session?.created_at && Date.now() - session.created_at.getTime() < recentMs) return null
  if (nonce === '') {
    return new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
  }
  const redeemed = await redeemCode(context, trx, {
    userId: user.id,
    tokenTypes: ['reauthentication_token'],
    code: nonce,
  })
  return redeemed ? null : new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
}
