import type { JsonObject } from '../database/tables.ts'
import { isUniqueViolation } from '../http/postgres-error.ts'
import type { AuthContext, Origin, Trx } from './auth-context.ts'
import { emailProviderDisabled } from './auth-errors.ts'
import type { Letter } from './mailer.ts'
import { issueCode } from './one-time-tokens.ts'
import { isConfirmed, newUserRow, type User } from './user-body.ts'
import { findUserByEmail, insertUser, mergeMetadata, updateUser } from './user-repository.ts'

export type CodeRequest = { email: string; redirectTo: string; origin: Origin }

/**
 * Mails a sign-in code. With `createUser` an unknown address gets an account, so everyone gets a mail, and one that
 * cannot be sent is an error. Without, an unknown address is answered like a known one and gets nothing.
 */
export async function requestSignInCode(
  context: AuthContext,
  request: CodeRequest & { createUser: boolean; data: JsonObject },
): Promise<void> {
  const { settings, db, mailer } = context
  if (!settings.auth.emailEnabled) throw emailProviderDisabled()
  await mailer.takeTurn(db, request.email)
  const mayCreate = request.createUser && !settings.auth.disableSignup
  const letter = await prepareSignIn(context, request, mayCreate).catch((error) => {
    // The account was made by another request in between, so now it is there.
    if (isUniqueViolation(error)) return prepareSignIn(context, request, false)
    throw error
  })
  if (!letter) return
  if (mayCreate) await mailer.send(db, letter, request.origin.log)
  else mailer.sendLater(letter, request.origin.log)
}

/** Mails a code for setting a new password, if there is such an account. */
export async function requestRecovery(context: AuthContext, request: CodeRequest): Promise<void> {
  const { db, mailer } = context
  await mailer.takeTurn(db, request.email)
  const letter = await db.transaction().execute(async (trx): Promise<Letter | null> => {
    const user = await findUserByEmail(trx, request.email)
    return user ? signInLetter(context, trx, user, { ...request, kind: 'recovery' }) : null
  })
  if (letter) mailer.sendLater(letter, request.origin.log)
}

/** Mails the code of an unfinished sign-up again, if there is one. */
export async function resendConfirmation(context: AuthContext, request: CodeRequest): Promise<void> {
  const { db, mailer } = context
  await mailer.takeTurn(db, request.email)
  const letter = await db.transaction().execute(async (trx): Promise<Letter | null> => {
    const user = await findUserByEmail(trx, request.email)
    return user && !isConfirmed(user)
      ? signInLetter(context, trx, user, { ...request, kind: 'confirmation' })
      : null
  })
  if (letter) mailer.sendLater(letter, request.origin.log)
}

function prepareSignIn(
  context: AuthContext,
  request: CodeRequest & { data: JsonObject },
  mayCreate: boolean,
): Promise<Letter | null> {
  return context.db.transaction().execute(async (trx) => {
    const known = await findUserByEmail(trx, request.email)
    if (!known && !mayCreate) return null
    const user = known ?? (await insertCodeUser(trx, request))
    const isUnfinishedSignUp = !isConfirmed(user) && user.encrypted_password === null
    return signInLetter(context, trx, user, {
      ...request,
      kind: isUnfinishedSignUp ? 'confirmation' : 'magic_link',
    })
  })
}

function insertCodeUser(trx: Trx, { email, data }: { email: string; data: JsonObject }): Promise<User> {
  const row = newUserRow({ email, metadata: {}, now: new Date() })
  const facts = { email, email_verified: false, phone_verified: false, sub: row.id }
  return insertUser(trx, { ...row, raw_user_meta_data: mergeMetadata(data, facts) })
}

async function signInLetter(
  context: AuthContext,
  trx: Trx,
  user: User,
  letter: { email: string; redirectTo: string; kind: 'confirmation' | 'magic_link' | 'recovery' },
): Promise<Letter> {
  const isConfirmation = letter.kind === 'confirmation'
  const issued = await issueCode(context, trx, {
    userId: user.id,
    tokenType: isConfirmation ? 'confirmation_token' : 'recovery_token',
    relatesTo: letter.email,
  })
  const now = new Date()
  await updateUser(trx, user.id, isConfirmation ? { confirmation_sent_at: now } : { recovery_sent_at: now })
  return { kind: letter.kind, to: letter.email, issued, redirectTo: letter.redirectTo }
}
