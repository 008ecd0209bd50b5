import type { JsonObject } from '../database/tables.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuthContext, Origin } from './auth-context.ts'
import { AuthError, emailExists, samePassword } from './auth-errors.ts'
import type { SignedInUser } from './caller.ts'
import { emailChangeLetters } from './email-change.ts'
import { requireUpgradedSession } from './factors/assurance.ts'
import type { CodeChallenge } from './flow-state.ts'
import { providersOf } from './identities/unlink-identity.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { beginPhoneChange, requirePhoneChange } from './phone/change-phone.ts'
import { checkReauthentication } from './reauthenticate.ts'
import { endSessions } from './sessions.ts'
import { type User, userBody } from './user-body.ts'
import { findUser, findUserByEmail, mergeMetadata, saveEmailIdentity, updateUser } from './user-repository.ts'

export type UserChange = {
  email: string | null
  /** Without a plus, or empty. */
  phone: string
  password: string | undefined
  nonce: string
  data: JsonObject | undefined
  redirectTo: string
  challenge: CodeChallenge | null
}

/**
 * Changes what a signed-in user may change about themselves. A new address counts only after its owner has agreed by
 * mail; a new password ends the user's other sessions.
 */
export async function changeUser(
  context: AuthContext,
  caller: SignedInUser & { origin: Origin },
  change: UserChange,
): Promise<Record<string, unknown>> {
  const { settings, db, mailer, texter } = context
  const { user, session, origin } = caller
  const newPhone = change.phone && change.phone !== user.phone ? change.phone : null
  if (user.is_sso_user && (change.email || change.phone || change.password || change.nonce))
    throw ssoManaged()
  const newEmail = change.email !== null && change.email !== user.email ? change.email : null
  if (user.is_anonymous && change.password !== undefined && newEmail === null && newPhone === null)
    throw passwordWithoutAddress()
  if (newEmail || newPhone || change.password !== undefined) requireUpgradedSession(caller)
  if (newEmail && (await findUserByEmail(db, newEmail))) throw emailExists()
  if (newPhone) await requirePhoneChange(context, newPhone)
  const encryptedPassword = await newPasswordHash(settings.auth, user, change.password)
  const isProvenAtOnce = settings.auth.autoconfirm && user.is_anonymous
  if (newEmail && !isProvenAtOnce) await mailer.takeTurn(db, newEmail)

  const result = await db.transaction().execute(async (trx) => {
    if (encryptedPassword) {
      const refusal = await checkReauthentication(context, trx, caller, change.nonce)
      if (refusal) return refusal
      await endSessions(trx, user.id, session ? { except: session.id } : 'all')
    }
    const changed = await updateUser(trx, user.id, {
      ...(encryptedPassword ? { encrypted_password: encryptedPassword } : {}),
      ...(change.data
        ? { raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, change.data)) }
        : {}),
      ...(newEmail && !isProvenAtOnce
        ? { email_change: newEmail, email_change_sent_at: new Date(), email_change_confirm_status: 0 }
        : {}),
    })
    const { user: saved, text } = newPhone
      ? await beginPhoneChange(context, trx, changed, newPhone)
      : { user: changed, text: null }
    if (newEmail && isProvenAtOnce) {
      await saveEmailIdentity(trx, user.id, newEmail, true)
      const { identities } = (await findUser(trx, user.id)) ?? saved
      const named = await updateUser(trx, user.id, {
        email: newEmail,
        email_confirmed_at: new Date(),
        is_anonymous: false,
        raw_app_meta_data: JSON.stringify({ ...user.raw_app_meta_data, ...providersOf(identities) }),
      })
      return { changed: named, letters: [], text }
    }
    const letters = newEmail ? await emailChangeLetters(context, trx, saved, change) : []
    return { changed: saved, letters, text }
  })
  // Thrown here and not inside, because a wrong code counts as a try.
  if (result instanceof AuthError) throw result
  for (const letter of result.letters) await mailer.send(db, letter, origin.log)
  if (result.text) await texter.send(db, result.text, origin.log)
  return userBody(result.changed)
}

async function newPasswordHash(
  settings: AuthSettings,
  user: User,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined) return null
  checkPassword(settings, password)
  if (user.encrypted_password && (await isPassword(settings, password, user.encrypted_password))) {
    throw samePassword()
  }
  return hashPassword(settings, password)
}

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
