import type { JsonObject, Offer, OneTimeTokenType } from '../../database/tables.ts'
import type { Trx } from '../../database/trx.ts'
import { isUniqueViolation } from '../../http/postgres-error.ts'
import type { TextChannel } from '../../settings.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { otpDisabled, phoneProviderDisabled } from '../auth-errors.ts'
import { issueDecoy } from '../codes/issue-decoy.ts'
import { askerOf } from '../codes/known-device.ts'
import { issueCode } from '../codes/one-time-tokens.ts'
import type { Sms } from '../delivery/sms-sender.ts'
import { insertNewUser, maySignUp } from '../hooks/before-user-created.ts'
import { isPhoneConfirmed, newUserRow, type User, type UserRow } from '../users/user-body.ts'
import { findUserByPhone, mergeMetadata } from '../users/user-repository.ts'

export type PhoneRequest = { phone: string; channel: TextChannel; origin: Origin }

/**
 * Texts a sign-in code. With `createUser` an unknown number gets an account, so everyone gets a text. Without, an unknown
 * number is answered like a known one, unless signing up tells anyway who has an account.
 */
export async function requestPhoneCode(
  context: AuthContext,
  request: PhoneRequest & { createUser: boolean; data: JsonObject },
): Promise<void> {
  const { settings, db, smsSender } = context
  if (!settings.auth.phoneEnabled) throw phoneProviderDisabled()
  smsSender.requireProvider(request.phone)
  const mayCreate = request.createUser && !settings.auth.disableSignup
  const text = await prepareSignIn(context, request, mayCreate).catch((error) => {
    // The account was made by another request in between, so now it is there.
    if (isUniqueViolation(error)) return prepareSignIn(context, request, false)
    throw error
  })
  if (!text && settings.auth.sms.autoconfirm) throw otpDisabled()
  if (!text) return
  if (mayCreate) await smsSender.send(db, text, request.origin.log)
  else smsSender.sendLater(text, request.origin.log)
}

/** Texts the code of an unfinished sign-up again, if there is one. */
export function resendPhoneConfirmation(context: AuthContext, request: PhoneRequest): Promise<void> {
  return textIfKnown(context, request, async (trx, user) =>
    isPhoneConfirmed(user)
      ? null
      : phoneCodeSms(context, trx, user, { ...request, type: 'confirmation_token' }),
  )
}

/** Texts the code of an unfinished change of number again, if there is one. */
export function resendPhoneChange(context: AuthContext, request: PhoneRequest): Promise<void> {
  return textIfKnown(context, request, async (trx, user) =>
    user.phone_change === ''
      ? null
      : phoneCodeSms(context, trx, user, {
          ...request,
          phone: user.phone_change,
          type: 'phone_change_token',
        }),
  )
}

/**
 * Answers alike, and as soon, whether or not the number has an account. Asked again too soon it sends nothing and says so
 * to nobody: the text before is under way.
 */
async function textIfKnown(
  context: AuthContext,
  request: PhoneRequest,
  write: (trx: Trx, user: User) => Promise<Sms | null>,
): Promise<void> {
  const { settings, db, smsSender } = context
  if (!settings.auth.phoneEnabled) throw phoneProviderDisabled('Phone logins are disabled')
  if (!(await smsSender.mayWrite(db, request.phone, askerOf(context, request.phone, request.origin)))) return
  const text = await db.transaction().execute(async (trx) => {
    const user = await findUserByPhone(trx, request.phone)
    const text = user ? await write(trx, user) : null
    if (!text) await issueTextDecoy(context, trx, request.phone)
    return text
  })
  if (text) smsSender.sendLater(text, request.origin.log)
}

/** Takes the time that a text to this number would have taken. */
export function issueTextDecoy(context: AuthContext, trx: Trx, phone: string): Promise<void> {
  return issueDecoy(context, trx, context.smsSender.throttleKeyOf(phone))
}

function prepareSignIn(
  context: AuthContext,
  request: PhoneRequest & { data: JsonObject },
  mayCreate: boolean,
): Promise<Sms | null> {
  return maySignUp(context, request.origin, async (trx) => {
    await context.smsSender.throttle(trx, request.phone, askerOf(context, request.phone, request.origin))
    const known = await findUserByPhone(trx, request.phone)
    if (!known && !mayCreate) {
      await issueTextDecoy(context, trx, request.phone)
      return null
    }
    const row = phoneUserRow({ phone: request.phone, data: {} })
    const user = known ?? (await insertNewUser(context, trx, row, request.data))
    const isUnfinishedSignUp = !isPhoneConfirmed(user) && user.encrypted_password === null
    const type = isUnfinishedSignUp ? 'confirmation_token' : 'recovery_token'
    const offer: Offer = { by: 'code', passwordHash: null, data: request.data }
    return phoneCodeSms(context, trx, user, { ...request, type, offer })
  })
}

/** A user who has nothing but a number nobody has proven yet. */
export function phoneUserRow(facts: {
  phone: string
  data: JsonObject
  encryptedPassword?: string
}): UserRow {
  const { phone, data, encryptedPassword = null } = facts
  const row = newUserRow({ email: null, phone, metadata: {}, now: new Date() })
  const known = { sub: row.id, phone, email_verified: false, phone_verified: false }
  return { ...row, encrypted_password: encryptedPassword, raw_user_meta_data: mergeMetadata(data, known) }
}

/** Issues a code for a user's number and answers with the text that carries it. */
export async function phoneCodeSms(
  context: AuthContext,
  trx: Trx,
  user: User,
  request: { phone: string; channel: TextChannel; type: OneTimeTokenType; offer?: Offer | null },
): Promise<Sms> {
  const { phone, channel, type, offer } = request
  const { sms } = context.settings.auth
  const code = context.smsSender.newCode(phone, sms.otpLength)
  await issueCode(context, trx, {
    userId: user.id,
    tokenType: type,
    relatesTo: phone,
    flowId: null,
    code,
    sentAs: sentAs(type),
    ...(offer === undefined ? {} : { offer }),
  })
  return { to: phone, userId: user.id, type: hookType(type), code, channel, template: sms.template }
}

/** What a text is for, as hooks are told. */
function hookType(type: OneTimeTokenType): string {
  if (type === 'phone_change_token') return 'phone_change'
  return type === 'reauthentication_token' ? 'reauthentication' : 'sms'
}

function sentAs(type: OneTimeTokenType) {
  if (type === 'phone_change_token') return 'phone_change_sent_at'
  if (type === 'reauthentication_token') return 'reauthentication_sent_at'
  return type === 'recovery_token' ? 'recovery_sent_at' : 'confirmation_sent_at'
}
