import type { JsonObject } from '../database/tables.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuthContext, Origin, Trx } from './auth-context.ts'
import { emailExists, phoneProviderDisabled, samePassword } from './auth-errors.ts'
import type { Letter } from './mailer.ts'
import { issueCode } from './one-time-tokens.ts'
import { checkPassword, hashPassword, isPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { type User, userBody } from './user-body.ts'
import { findUserByEmail, mergeMetadata, updateUser } from './user-repository.ts'

export type UserChange = {
  email: string | null
  phone: string
  password: string | undefined
  data: JsonObject | undefined
  redirectTo: string
}

/**
 * Changes what a signed-in user may change about themselves. A new address counts only after its owner has agreed by
 * mail; a new password ends the user's other sessions.
 */
export async function changeUser(
  context: AuthContext,
  { user, sessionId, origin }: { user: User; sessionId: string | null; origin: Origin },
  change: UserChange,
): Promise<Record<string, unknown>> {
  const { settings, db, mailer } = context
  if (change.phone && change.phone !== user.phone) throw phoneProviderDisabled()
  const newEmail = change.email !== null && change.email !== user.email ? change.email : null
  if (newEmail && (await findUserByEmail(db, newEmail))) throw emailExists()
  const encryptedPassword = await newPasswordHash(settings.auth, user, change.password)
  if (newEmail) await mailer.takeTurn(db, newEmail)

  const { changed, letters } = await db.transaction().execute(async (trx) => {
    if (encryptedPassword) {
      await endSessions(trx, user.id, sessionId ? { except: sessionId } : 'all')
    }
    const saved = await updateUser(trx, user.id, {
      ...(encryptedPassword ? { encrypted_password: encryptedPassword } : {}),
      ...(change.data
        ? { raw_user_meta_data: JSON.stringify(mergeMetadata(user.raw_user_meta_data, change.data)) }
        : {}),
      ...(newEmail
        ? { email_change: newEmail, email_change_sent_at: new Date(), email_change_confirm_status: 0 }
        : {}),
    })
    return {
      changed: saved,
      letters: newEmail ? await emailChangeLetters(context, trx, saved, change.redirectTo) : [],
    }
  })
  for (const letter of letters) await mailer.send(db, letter, origin.log)
  return userBody(changed)
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

/** One letter to the new address and, unless settings say otherwise, one to the old: both have to agree. */
async function emailChangeLetters(
  context: AuthContext,
  trx: Trx,
  user: User,
  redirectTo: string,
): Promise<Letter[]> {
  const toNew = { tokenType: 'email_change_token_new', to: user.email_change } as const
  const toCurrent =
    context.settings.auth.secureEmailChange && user.email
      ? [{ tokenType: 'email_change_token_current', to: user.email } as const]
      : []
  const letters: Letter[] = []
  for (const { tokenType, to } of [toNew, ...toCurrent]) {
    const issued = await issueCode(context, trx, { userId: user.id, tokenType, relatesTo: to })
    letters.push({ kind: 'email_change', to, issued, redirectTo })
  }
  return letters
}
