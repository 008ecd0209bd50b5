import type { JsonObject } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import {
  anonymousDisabled,
  emailSignupsDisabled,
  signupDisabled,
  userAlreadyExists,
  validationFailed,
} from '../auth-errors.ts'
import { makeDummyAccount } from '../codes/issue-dummy-code.ts'
import { identifyRequester } from '../codes/known-device.ts'
import type { CodeChallenge } from '../codes/mail-flow.ts'
import { issueCode, lockCodes } from '../codes/one-time-tokens.ts'
import { beginMailFlow } from '../flow-state.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import { roundTripThroughDatabase } from '../users/round-trip-through-database.ts'
import {
  isConfirmed,
  newEmailIdentity,
  newUserRow,
  type User,
  type UserRow,
  userBody,
} from '../users/user-body.ts'
import { findUserByEmail, insertUser, noUserId, updateUser } from '../users/user-repository.ts'
import { confirmEmail } from './confirm-email.ts'
import { issueDummyMailCode } from './request-email-code.ts'

export type SignupRequest = {
  email: string
  password: string
  data: JsonObject
  redirectTo: string
  challenge: CodeChallenge | null
}

/**
 * Signs up with e-mail and password. Unless addresses confirm themselves the answer says nothing
 * about whether the address was known: it always looks like that of a new user, and takes the same
 * work.
 */
export async function signUpWithEmail(
  context: AuthContext,
  request: SignupRequest & { origin: Origin },
): Promise<SessionBody | Record<string, unknown>> {
  const { auth } = context.settings
  if (auth.disableSignup || !auth.passwordSignup) throw signupDisabled()
  if (!auth.emailEnabled) throw emailSignupsDisabled()
  if (!request.password) throw validationFailed('Signup requires a valid password')
  checkPassword(context.settings, request.password, request.email)
  const encryptedPassword = await hashPassword(auth, request.password)
  return auth.autoconfirm
    ? signUpConfirmed(context, request, encryptedPassword)
    : signUpUnconfirmed(context, request, encryptedPassword)
}

async function signUpConfirmed(
  context: AuthContext,
  { email, data, origin }: SignupRequest & { origin: Origin },
  encryptedPassword: string,
): Promise<SessionBody> {
  const started = await context.db
    .transaction()
    .execute(async (trx) => {
      if (await findUserByEmail(trx, email)) throw userAlreadyExists()
      const user = await insertUser(trx, unconfirmedRow({ email, data, encryptedPassword }))
      const confirmed = await confirmEmail(trx, user)
      return startSession(context, trx, { user: confirmed, method: 'password', origin, isLast: true })
    })
    .catch(throwIfTaken)
  return openSession(context, started)
}

async function signUpUnconfirmed(
  context: AuthContext,
  { email, data, origin, redirectTo, challenge }: SignupRequest & { origin: Origin },
  encryptedPassword: string,
): Promise<Record<string, unknown>> {
  await context.emailSender.throttle(context.db, email, identifyRequester(context, email, origin))
  const row = unconfirmedRow({ email, data, encryptedPassword })
  const method = 'email/signup'
  const signedUp = await context.db
    .transaction()
    .execute(async (trx) => {
      const existing = await findUserByEmail(trx, email)
      // In the lock order: codes before the user. Also for unknown addresses, for the same response
      // time.
      await lockCodes(trx, existing?.id ?? noUserId)
      if (existing && isConfirmed(existing)) {
        await makeDummyAccount(trx, (id, now) => newEmailIdentity(id, email, now))
        await issueDummyMailCode(context, trx, { email, challenge, method })
        return { wouldBe: await fakeUnconfirmedUser(trx, email, data), issued: null }
      }
      const user = existing ?? (await insertUser(trx, row))
      const sent = await updateUser(trx, user.id, { confirmation_sent_at: new Date() })
      const begins = await beginMailFlow(trx, user.id, { challenge, method })
      const issued = await issueCode(context, trx, {
        userId: user.id,
        tokenType: 'confirmation_token',
        relatesTo: email,
        flowId: begins?.id ?? null,
        begins,
        offer: { by: 'signup', passwordHash: encryptedPassword, data },
      })
      const wouldBe = existing ? await fakeUnconfirmedUser(trx, email, data) : sent
      return { wouldBe, issued }
    })
    .catch(throwIfTaken)
  if (signedUp.issued) {
    context.emailSender.sendLater(
      { kind: 'confirmation', to: email, issued: signedUp.issued, redirectTo },
      origin.log,
    )
  }
  return userBody(signedUp.wouldBe)
}

/**
 * Builds the row of an unconfirmed user. An account that is there is left as it is: of several
 * people who claim one address before any has proven it, the password of the one whose code is
 * shown counts.
 */
function unconfirmedRow({
  email,
  data,
  encryptedPassword,
}: {
  email: string
  data: JsonObject
  encryptedPassword: string
}): UserRow {
  const row = newUserRow({ email, metadata: {}, now: new Date() })
  return {
    ...row,
    encrypted_password: encryptedPassword,
    raw_user_meta_data: signupMetadata(row.id, email, data),
  }
}

/** A concurrent sign-up took the address. */
function throwIfTaken(error: unknown): never {
  throw isUniqueViolation(error) ? userAlreadyExists() : error
}

/** The answer an unknown address would get, for one that is known. */
async function fakeUnconfirmedUser(trx: Trx, email: string, data: JsonObject): Promise<User> {
  const now = new Date()
  const row = newUserRow({ email, metadata: {}, now })
  return {
    ...row,
    confirmation_sent_at: now,
    raw_user_meta_data: await roundTripThroughDatabase(trx, signupMetadata(row.id, email, data)),
    identities: [newEmailIdentity(row.id, email, now)],
    factors: [],
  }
}

function signupMetadata(userId: string, email: string, data: JsonObject): JsonObject {
  return { ...data, email, email_verified: false, phone_verified: false, sub: userId }
}

/** Signs in someone without any address. */
export async function signUpAnonymously(
  context: AuthContext,
  { data, origin }: { data: JsonObject; origin: Origin },
): Promise<SessionBody> {
  const { auth } = context.settings
  if (auth.disableSignup) throw signupDisabled()
  if (!auth.anonymousUsersEnabled) throw anonymousDisabled()
  const started = await context.db.transaction().execute(async (trx) => {
    const row = newUserRow({ email: null, metadata: data, now: new Date() })
    const user = await insertUser(trx, row)
    return startSession(context, trx, { user, method: 'anonymous', origin, isLast: true })
  })
  return openSession(context, started)
}
