import type { JsonObject, PendingClaims } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { emailProviderDisabled, otpDisabled } from '../auth-errors.ts'
import { issueDummyCode } from '../codes/issue-dummy-code.ts'
import { identifyRequester } from '../codes/known-device.ts'
import type { CodeChallenge } from '../codes/mail-flow.ts'
import { issueCode } from '../codes/one-time-tokens.ts'
import type { CodeEmail } from '../delivery/email-sender.ts'
import { beginMailFlow, type FlowRequest } from '../flow-state.ts'
import type { AuthenticationMethod } from '../sessions/authentication-method.ts'
import { isConfirmed, newUserRow, type User } from '../users/user-body.ts'
import { findUserByEmail, insertUser, mergeMetadata, updateUser } from '../users/user-repository.ts'
import { emailChangeMessages } from './change-email.ts'
import { issueSignInCode } from './issue-sign-in-code.ts'

/** With a challenge, the mail's link returns a code that only the requester can exchange. */
export type CodeRequest = {
  email: string
  redirectTo: string
  origin: Origin
  challenge: CodeChallenge | null
}

/**
 * Mails a sign-in code. With `createUser` an unknown address gets an account; otherwise it gets no
 * mail, with the same response.
 */
export async function requestSignInCode(
  context: AuthContext,
  request: CodeRequest & { createUser: boolean; data: JsonObject },
): Promise<void> {
  const { settings, db, emailSender } = context
  if (!settings.auth.emailEnabled) throw emailProviderDisabled()
  const mayCreate = request.createUser && !settings.auth.disableSignup
  const mail = await prepareSignIn(context, request, mayCreate).catch((error) => {
    // The account was made by another request in between, so now it is there.
    if (isUniqueViolation(error)) return prepareSignIn(context, request, false)
    throw error
  })
  if (!mail && settings.auth.autoconfirm) throw otpDisabled()
  if (!mail) return
  if (mayCreate) await emailSender.send(db, mail, request.origin.log)
  else emailSender.sendLater(mail, request.origin.log)
}

/** Mails a code for setting a new password, if there is such an account. */
export function requestRecovery(context: AuthContext, request: CodeRequest): Promise<void> {
  return mailCodeIfKnown(context, request, methods.recovery, async (trx, user) => [
    await signInEmail(context, trx, user, { ...request, kind: 'recovery', offer: null }),
  ])
}

/** Mails the code of an unfinished sign-up again, if there is one. */
export function resendConfirmation(context: AuthContext, request: CodeRequest): Promise<void> {
  return mailCodeIfKnown(context, request, methods.confirmation, async (trx, user) =>
    isConfirmed(user) ? [] : [await signInEmail(context, trx, user, { ...request, kind: 'confirmation' })],
  )
}

/** Mails the codes of an unfinished change of address again, if there is one. */
export function resendEmailChange(context: AuthContext, request: CodeRequest): Promise<void> {
  // The codes are typed in the requesting client, so a challenge is not needed.
  return mailCodeIfKnown(context, { ...request, challenge: null }, 'email_change', async (trx, user) => {
    if (user.email_change === '') return []
    // In the lock order: codes before the user.
    const messages = await emailChangeMessages(context, trx, user, request.redirectTo)
    // New codes invalidate earlier confirmations.
    await updateUser(trx, user.id, { email_change_confirm_status: 0, email_change_sent_at: new Date() })
    return messages
  })
}

/**
 * Sends the mail if the address is known. The response and its time are the same for unknown
 * addresses.
 */
async function mailCodeIfKnown(
  context: AuthContext,
  request: CodeRequest,
  method: AuthenticationMethod,
  write: (trx: Trx, user: User) => Promise<CodeEmail[]>,
): Promise<void> {
  const { db, emailSender } = context
  const mails = await db.transaction().execute(async (trx) => {
    await emailSender.throttle(trx, request.email, identifyRequester(context, request.email, request.origin))
    const user = await findUserByEmail(trx, request.email)
    const written = user ? await write(trx, user) : []
    if (written.length === 0) await issueDummyMailCode(context, trx, { ...request, method })
    return written
  })
  for (const mail of mails) emailSender.sendLater(mail, request.origin.log)
}

/** Takes the time that a mail to this address would have taken. */
export function issueDummyMailCode(
  context: AuthContext,
  trx: Trx,
  { email, ...flow }: FlowRequest & { email: string },
): Promise<void> {
  return issueDummyCode(context, trx, context.emailSender.throttleKeyOf(email), flow)
}

async function prepareSignIn(
  context: AuthContext,
  request: CodeRequest & { data: JsonObject },
  mayCreate: boolean,
): Promise<CodeEmail | null> {
  // A challenge needs a stored flow, too.
  if (!request.challenge) {
    const { email, redirectTo, data, origin } = request
    return issueSignInCode(context, {
      email,
      redirectTo,
      data,
      asker: identifyRequester(context, email, origin),
      mayCreate,
    })
  }
  return context.db.transaction().execute(async (trx) => {
    await context.emailSender.throttle(
      trx,
      request.email,
      identifyRequester(context, request.email, request.origin),
    )
    const known = await findUserByEmail(trx, request.email)
    if (!known && !mayCreate) {
      await issueDummyMailCode(context, trx, { ...request, method: methods.magic_link })
      return null
    }
    const user = known ?? (await insertCodeUser(trx, request.email))
    const isUnfinishedSignUp = !isConfirmed(user) && user.encrypted_password === null
    return signInEmail(context, trx, user, {
      ...request,
      kind: isUnfinishedSignUp ? 'confirmation' : 'magic_link',
      offer: { by: 'code', passwordHash: null, data: request.data },
      isLast: true,
    })
  })
}

/** Inserts a user with an unverified address. Their claims wait with the code. */
function insertCodeUser(trx: Trx, email: string): Promise<User> {
  const row = newUserRow({ email, metadata: {}, now: new Date() })
  const facts = { email, email_verified: false, phone_verified: false, sub: row.id }
  return insertUser(trx, { ...row, raw_user_meta_data: facts })
}

/** Inserts someone an administrator named: what is known about them is what the administrator said, as in GoTrue. */
export function insertNamedUser(
  trx: Trx,
  { email, data }: { email: string; data: JsonObject },
): Promise<User> {
  return insertUser(trx, newUserRow({ email, metadata: mergeMetadata(data, {}), now: new Date() }))
}

const methods = {
  confirmation: 'email/signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
} as const

/** Issues a code for a user and answers with the mail that carries it. */
export async function signInEmail(
  context: AuthContext,
  trx: Trx,
  user: User,
  mail: Pick<CodeRequest, 'email' | 'redirectTo' | 'challenge'> & {
    kind: keyof typeof methods
    offer?: PendingClaims | null
    isLast?: boolean
  },
): Promise<CodeEmail> {
  const isConfirmation = mail.kind === 'confirmation'
  const { challenge } = mail
  const begins = await beginMailFlow(trx, user.id, { challenge, method: methods[mail.kind] })
  const issued = await issueCode(context, trx, {
    userId: user.id,
    tokenType: isConfirmation ? 'confirmation_token' : 'recovery_token',
    relatesTo: mail.email,
    flowId: begins?.id ?? null,
    begins,
    sentAs: isConfirmation ? 'confirmation_sent_at' : 'recovery_sent_at',
    isLast: mail.isLast ?? false,
    ...(mail.offer === undefined ? {} : { offer: mail.offer }),
  })
  return { kind: mail.kind, to: mail.email, issued, redirectTo: mail.redirectTo }
}
