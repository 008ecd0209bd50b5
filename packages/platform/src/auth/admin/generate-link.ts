import type { JsonObject, OneTimeTokenType, PendingClaims } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, emailExists, validationFailed } from '../auth-errors.ts'
import type { IssuedCode } from '../codes/code.ts'
import { issueCode, lockCodes } from '../codes/one-time-tokens.ts'
import { verificationLink } from '../delivery/email-sender.ts'
import { requireAddressChange } from '../email/change-email.ts'
import { insertNamedUser, signInEmail } from '../email/request-email-code.ts'
import { parseEmail } from '../params.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { isConfirmed, type User, userBody } from '../users/user-body.ts'
import { findUserByEmail, mergeMetadata, updateUser } from '../users/user-repository.ts'
import { inviteUser } from './invite.ts'

export type LinkRequest = {
  type: string
  email: string
  newEmail: string
  password: string
  data: JsonObject
  redirectTo: string
  origin: Origin
}

type Link = { user: User; issued: IssuedCode; type: string }

/** Makes the link a mail would carry and gives it to the administrator instead of mailing it. */
export async function generateLink(
  context: AuthContext,
  request: LinkRequest,
): Promise<Record<string, unknown>> {
  const encryptedPassword = request.type === 'signup' ? await passwordHash(context, request) : null
  const { user, issued, type } = await context.db
    .transaction()
    .execute((trx) => makeLink(context, trx, { ...request, encryptedPassword }))
  const linkType = type.startsWith('email_change') ? 'email_change' : type
  return {
    ...userBody(user),
    action_link: verificationLink(context.settings, {
      token: issued.linkToken,
      type: linkType,
      redirectTo: request.redirectTo,
    }),
    email_otp: issued.code,
    hashed_token: issued.linkToken,
    verification_type: type,
    redirect_to: request.redirectTo,
  }
}

async function makeLink(
  context: AuthContext,
  trx: Trx,
  request: LinkRequest & { encryptedPassword: string | null },
): Promise<Link> {
  const { type, email, data } = request
  const known = await findUserByEmail(trx, email)
  // In the lock order: the code before the user.
  if (known) await lockCodes(trx, known.id)
  switch (type) {
    case 'invite':
      return { ...(await inviteUser(context, trx, { email, data })), type }
    case 'signup':
      return signupLink(context, trx, known, request)
    case 'magiclink':
      if (!known) return signupLink(context, trx, known, request)
      return recoveryLink(context, trx, known, request)
    case 'recovery':
      if (!known) throw unknownEmail()
      return recoveryLink(context, trx, known, request)
    case 'email_change_current':
    case 'email_change_new':
      requireAddressChange(context.settings.auth)
      if (!known) throw unknownEmail()
      return emailChangeLink(context, trx, known, request.newEmail, type)
    default:
      throw validationFailed(`Invalid email action link type requested: ${type}`)
  }
}

async function signupLink(
  context: AuthContext,
  trx: Trx,
  known: User | undefined,
  { email, data, redirectTo, encryptedPassword }: LinkRequest & { encryptedPassword: string | null },
): Promise<Link> {
  if (known && isConfirmed(known)) throw emailExists()
  const user = known ?? (await insertNamedUser(trx, { email, data }))
  const saved = await updateUser(trx, user.id, {
    raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, data)),
    ...(encryptedPassword ? { encrypted_password: encryptedPassword } : {}),
  })
  const offer: PendingClaims = { by: 'administrator', passwordHash: encryptedPassword, data }
  const mail = { email, redirectTo, challenge: null, kind: 'confirmation', offer } as const
  const { issued } = await signInEmail(context, trx, saved, mail)
  return { user: saved, issued, type: 'signup' }
}

async function recoveryLink(
  context: AuthContext,
  trx: Trx,
  user: User,
  { email, redirectTo, type }: LinkRequest,
): Promise<Link> {
  const kind = type === 'recovery' ? 'recovery' : 'magic_link'
  const { issued } = await signInEmail(context, trx, user, {
    email,
    redirectTo,
    challenge: null,
    kind,
    offer: null,
  })
  return { user, issued, type }
}

async function emailChangeLink(
  context: AuthContext,
  trx: Trx,
  user: User,
  newEmailText: string,
  type: 'email_change_current' | 'email_change_new',
): Promise<Link> {
  const isCurrent = type === 'email_change_current'
  if (isCurrent && !context.settings.auth.secureEmailChange) {
    throw validationFailed('Enable secure email change to generate link for current email')
  }
  const newEmail = parseEmail(newEmailText)
  if (newEmail !== user.email && (await findUserByEmail(trx, newEmail))) throw emailExists()
  const isSameChange = user.email_change === newEmail
  const saved = await updateUser(trx, user.id, {
    email_change: newEmail,
    email_change_sent_at: new Date(),
    // The other half of the same change may have agreed already.
    ...(isSameChange ? {} : { email_change_confirm_status: 0 }),
  })
  const tokenType: OneTimeTokenType = isCurrent ? 'email_change_token_current' : 'email_change_token_new'
  const relatesTo = isCurrent ? (user.email ?? '') : newEmail
  const issued = await issueCode(context, trx, { userId: user.id, tokenType, relatesTo, flowId: null })
  return { user: saved, issued, type }
}

async function passwordHash({ settings }: AuthContext, { password, email }: LinkRequest): Promise<string> {
  if (!password) throw validationFailed('Signup requires a valid password')
  checkPassword(settings, password, email)
  return hashPassword(settings.auth, password)
}

const unknownEmail = () => new AuthError(404, 'user_not_found', 'User with this email not found')
