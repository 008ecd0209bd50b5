import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { AuthError, emailExists, samePassword, sessionNotFound, tooManyRequests } from '../auth-errors.ts'
import { countAgainstLimit, counterKey } from '../codes/attempt-counts.ts'
import { identifyRequester } from '../codes/known-device.ts'
import { lockCodes } from '../codes/one-time-tokens.ts'
import { notifyOfChange } from '../delivery/notify-of-change.ts'
import { emailChangeMessages, requireAddressChange } from '../email/change-email.ts'
import { requireUpgradedSession } from '../factors/assurance.ts'
import { checkPassword, hashPassword, isPassword } from '../passwords/passwords.ts'
import { requirePhoneChange } from '../phone/change-phone.ts'
import { savePhone } from '../phone/confirm-phone.ts'
import type { SignedInUser } from '../sessions/caller.ts'
import { endSignIns, lockSessions } from '../sessions/sessions.ts'
import { checkMetadata } from './check-metadata.ts'
import { providersOf } from './providers-of.ts'
import { checkReauthentication, isCurrentPassword, requireProofForAddressChange } from './reauthenticate.ts'
import { type User, userBody } from './user-body.ts'
import { findIdByEmail, findUser, mergeMetadata, saveEmailIdentity, updateUser } from './user-repository.ts'

export type UserChange = {
  email: string | null
  /** Without a plus; may be empty. */
  phone: string
  password: string | undefined
  currentPassword: string | undefined
  nonce: string
  data: JsonObject | undefined
  redirectTo: string
}

/**
 * Changes a user's own fields. A new address needs a mailed confirmation, and a taken one is not
 * revealed. A new password ends the other sessions.
 */
export async function changeUser(
  context: AuthContext,
  caller: SignedInUser & { origin: Origin },
  change: UserChange,
): Promise<Record<string, unknown>> {
  const { db, emailSender } = context
  const { user, origin } = caller
  const newPhone = change.phone && change.phone !== user.phone ? change.phone : null
  if (user.is_sso_user && (change.email || change.phone || change.password || change.nonce))
    throw ssoManaged()
  const newEmail = change.email !== null && change.email !== user.email ? change.email : null
  if (user.is_anonymous && change.password !== undefined && newEmail === null && newPhone === null)
    throw passwordWithoutAddress()
  const changesAddress = newEmail !== null || newPhone !== null
  if (changesAddress) requireAddressChange(context.settings.auth)
  if (changesAddress || change.password !== undefined) requireUpgradedSession(caller)
  const metadata = change.data ? mergeMetadata(user.raw_user_meta_data, change.data) : null
  if (metadata) checkMetadata(metadata, user.raw_user_meta_data)
  const password = change.password === undefined ? null : await preparePassword(context, user, change)
  const isProvenAtOnce = context.settings.auth.autoconfirm && user.is_anonymous
  if (newEmail && isProvenAtOnce && (await findIdByEmail(db, newEmail))) throw emailExists()
  if (changesAddress) {
    await requireProofForAddressChange(context, caller, change.nonce)
    await requireAddressChangeAllowed(context, user)
  }
  if (newPhone) await requirePhoneChange(context, newPhone)
  if (newEmail && !isProvenAtOnce)
    await emailSender.throttle(db, newEmail, identifyRequester(context, newEmail, origin))

  const result = await db.transaction().execute(async (trx) => {
    if (changesAddress || password) {
      await lockCodes(trx, user.id)
      // The session may have been ended in the meantime.
      const held = await lockSessions(trx, user.id)
      if (caller.session && !held.includes(caller.session.id)) throw sessionNotFound()
    }
    const hasShownNonce = changesAddress && change.nonce !== ''
    const refusal =
      password &&
      (await savePassword(context, trx, caller, { ...password, nonce: change.nonce, hasShownNonce }))
    if (refusal) return refusal
    const changed = await updateUser(trx, user.id, {
      ...(metadata ? { raw_user_meta_data: JSON.stringify(metadata) } : {}),
      ...(newEmail && !isProvenAtOnce
        ? { email_change: newEmail, email_change_sent_at: new Date(), email_change_confirm_status: 0 }
        : {}),
    })
    const saved = newPhone ? await savePhone(trx, changed, newPhone) : changed
    if (newEmail && isProvenAtOnce)
      return { changed: await changeEmailImmediately(trx, saved, newEmail), mails: [] }
    const mails = newEmail ? await emailChangeMessages(context, trx, saved, change.redirectTo) : []
    return { changed: saved, mails }
  })
  // Thrown here and not inside, because a wrong code counts as a try.
  if (result instanceof AuthError) throw result
  for (const mail of result.mails) emailSender.sendLater(mail, origin.log)
  if (password) notifyOfChange(context, user, 'password_changed', origin)
  if (result.changed.phone !== user.phone) notifyOfChange(context, user, 'phone_changed', origin)
  return userBody(result.changed)
}

/** A password that may be set, and what comparing it with the present one showed. */
type PreparedPassword = { hash: string; isSame: boolean; hasShownPassword: boolean }

/** Hashes and compares before the transaction, because both take long. Throws for a weak password. */
async function preparePassword(
  context: AuthContext,
  user: User,
  change: UserChange,
): Promise<PreparedPassword> {
  const { password = '', currentPassword } = change
  const { auth } = context.settings
  checkPassword(context.settings, password, change.email ?? user.email)
  const hasShownPassword =
    currentPassword !== undefined &&
    user.encrypted_password !== null &&
    (await isCurrentPassword(context, user, currentPassword))
  if (currentPassword && !hasShownPassword && auth.updatePasswordRequireCurrentPassword) {
    throw wrongCurrentPassword()
  }
  const isSame =
    user.encrypted_password !== null && (await isPassword(auth, password, user.encrypted_password))
  return { hash: await hashPassword(auth, password), isSame, hasShownPassword }
}

/** Returns the refusal when the proof is missing. */
async function savePassword(
  context: AuthContext,
  trx: Trx,
  caller: SignedInUser,
  { hash, isSame, ...shown }: PreparedPassword & { nonce: string; hasShownNonce: boolean },
): Promise<AuthError | null> {
  const { user, session } = caller
  const refusal = await checkReauthentication(context, trx, caller, shown)
  if (refusal) return refusal
  // After the proof, because a stolen session could otherwise guess the password.
  if (isSame) throw samePassword()
  await endSignIns(trx, user.id, session ? { except: session.id } : 'all')
  await updateUser(trx, user.id, { encrypted_password: hash })
  return null
}

/** Throws when an account has asked for too many changes of its address: each writes to somebody. */
async function requireAddressChangeAllowed(context: AuthContext, user: User): Promise<void> {
  const limit = context.settings.rateLimits.changesPerAccount
  if (!(await countAgainstLimit(context.db, counterKey(context, 'changes', user.id), limit)))
    throw tooManyRequests()
}

/** Gives a user without an address theirs where addresses confirm themselves. */
async function changeEmailImmediately(trx: Trx, user: User, email: string): Promise<User> {
  await saveEmailIdentity(trx, user.id, email, true)
  const { identities } = (await findUser(trx, user.id)) ?? user
  return updateUser(trx, user.id, {
    email,
    email_confirmed_at: new Date(),
    is_anonymous: false,
    raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, ...providersOf(identities) }),
  })
}

const wrongCurrentPassword = () =>
  new AuthError(400, 'current_password_mismatch', 'Current password is incorrect')
const ssoManaged = () =>
  new AuthError(
    422,
    'user_sso_managed',
    'Updating email, phone, password of a SSO account only possible via SSO',
  )
const passwordWithoutAddress = () =>
  new AuthError(
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  )
