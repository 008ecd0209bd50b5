import type { JsonObject, Offer } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { AuthContext } from '../auth-context.ts'
import { phoneProviderDisabled, signupDisabled, userAlreadyExists, validationFailed } from '../auth-errors.ts'
import { makeDecoyAccount } from '../codes/issue-decoy.ts'
import { askerOf } from '../codes/known-device.ts'
import { announceNewUser, insertNewUser, maySignUp } from '../hooks/before-user-created.ts'
import { checkPassword, hashPassword } from '../passwords/passwords.ts'
import { openSession, type SessionBody, startSession } from '../sessions/sessions.ts'
import { asStored } from '../users/as-stored.ts'
import { isPhoneConfirmed, newPhoneIdentity, newUserRow, type User, userBody } from '../users/user-body.ts'
import { findUser, findUserByPhone, mergeMetadata } from '../users/user-repository.ts'
import { confirmPhone } from './confirm-phone.ts'
import { issueTextDecoy, type PhoneRequest, phoneCodeSms, phoneUserRow } from './request-phone-code.ts'

export type PhoneSignup = PhoneRequest & { password: string; data: JsonObject }

/**
 * Signs up with a number and a password. Unless numbers confirm themselves the answer says nothing about whether the
 * number was known: it always looks like that of a new user, and takes the same work.
 */
export async function signUpWithPhone(
  context: AuthContext,
  request: PhoneSignup,
): Promise<SessionBody | Record<string, unknown>> {
  const { auth } = context.settings
  if (auth.disableSignup || !auth.passwordSignup) throw signupDisabled()
  if (!auth.phoneEnabled) throw phoneProviderDisabled('Phone signups are disabled')
  if (!request.password) throw validationFailed('Signup requires a valid password')
  checkPassword(context.settings, request.password, null)
  const encryptedPassword = await hashPassword(auth, request.password)
  return auth.sms.autoconfirm
    ? signUpConfirmed(context, request, encryptedPassword)
    : signUpUnconfirmed(context, request, encryptedPassword)
}

async function signUpConfirmed(
  context: AuthContext,
  request: PhoneSignup,
  encryptedPassword: string,
): Promise<SessionBody> {
  const started = await maySignUp(context, request.origin, async (trx) => {
    const saved = await saveUnconfirmed(context, trx, request, encryptedPassword)
    if (!saved?.isNew) throw userAlreadyExists()
    const confirmed = await confirmPhone(trx, saved.user)
    return startSession(context, trx, {
      user: confirmed,
      method: 'password',
      origin: request.origin,
      isLast: true,
    })
  }).catch(throwIfTaken)
  return openSession(context, started)
}

async function signUpUnconfirmed(
  context: AuthContext,
  request: PhoneSignup,
  encryptedPassword: string,
): Promise<Record<string, unknown>> {
  const { db, smsSender } = context
  smsSender.requireProvider(request.phone)
  await smsSender.throttle(db, request.phone, askerOf(context, request.phone, request.origin))
  const signedUp = await maySignUp(context, request.origin, async (trx) => {
    const saved = await saveUnconfirmed(context, trx, request, encryptedPassword)
    if (!saved) {
      await makeDecoyAccount(trx, (id, now) => newPhoneIdentity(id, request.phone, now))
      await issueTextDecoy(context, trx, request.phone)
      return { text: null, wouldBe: await wouldBeUser(trx, request) }
    }
    const offer: Offer = { by: 'signup', passwordHash: encryptedPassword, data: request.data }
    const text = await phoneCodeSms(context, trx, saved.user, {
      ...request,
      type: 'confirmation_token',
      offer,
    })
    const sent = (await findUser(trx, saved.user.id)) ?? saved.user
    return { text, wouldBe: saved.isNew ? sent : await wouldBeUser(trx, request) }
  }).catch(throwIfTaken)
  if (signedUp.text) smsSender.sendLater(signedUp.text, request.origin.log)
  return userBody(signedUp.wouldBe)
}

/** Who has signed up but confirmed nothing, as they are if they were there; null when the number has a confirmed owner. */
async function saveUnconfirmed(
  context: AuthContext,
  trx: Trx,
  { phone, data }: PhoneSignup,
  encryptedPassword: string,
): Promise<{ user: User; isNew: boolean } | null> {
  const row = phoneUserRow({ phone, data, encryptedPassword })
  const existing = await findUserByPhone(trx, phone)
  if (existing) await announceNewUser(context, trx, row)
  if (existing && isPhoneConfirmed(existing)) return null
  if (existing) return { user: existing, isNew: false }
  return { user: await insertNewUser(context, trx, row), isNew: true }
}

/** Someone else signed up with this number at the very same moment. */
function throwIfTaken(error: unknown): never {
  throw isUniqueViolation(error) ? userAlreadyExists() : error
}

/** The answer an unknown number would get, for one that is known. */
async function wouldBeUser(trx: Trx, { phone, data }: PhoneSignup): Promise<User> {
  const now = new Date()
  const row = newUserRow({ email: null, phone, metadata: {}, now })
  const known = { sub: row.id, phone, email_verified: false, phone_verified: false }
  return {
    ...row,
    confirmation_sent_at: now,
    raw_user_meta_data: await asStored(trx, mergeMetadata(data, known)),
    identities: [newPhoneIdentity(row.id, phone, now)],
    factors: [],
  }
}
