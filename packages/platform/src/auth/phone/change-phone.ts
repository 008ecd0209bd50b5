import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import { phoneExists, phoneProviderDisabled } from '../auth-errors.ts'
import type { CodeRequester } from '../codes/known-device.ts'
import type { Sms } from '../delivery/sms-sender.ts'
import type { User } from '../users/user-body.ts'
import { findIdByPhone, updateUser } from '../users/user-repository.ts'
import { savePhone } from './confirm-phone.ts'
import { phoneCodeSms } from './request-phone-code.ts'

/**
 * Throws unless a user may ask to change to this number now. Whether it is somebody's does not show, unless numbers
 * confirm themselves.
 */
export async function requirePhoneChange(
  { settings, db, smsSender }: AuthContext,
  phone: string,
  asker: CodeRequester,
): Promise<void> {
  if (!settings.auth.phoneEnabled) throw phoneProviderDisabled()
  if (settings.auth.sms.autoconfirm) {
    if (await findIdByPhone(db, phone)) throw phoneExists()
    return
  }
  smsSender.requireProvider(phone)
  await smsSender.throttle(db, phone, asker)
}

/**
 * Changes a number at once where numbers confirm themselves; else keeps the wish and answers with the text to send, which
 * is none for a number that is somebody's.
 */
export async function beginPhoneChange(
  context: AuthContext,
  trx: Trx,
  user: User,
  phone: string,
): Promise<{ user: User; text: Sms | null }> {
  if (context.settings.auth.sms.autoconfirm) return { user: await savePhone(trx, user, phone), text: null }
  const wishing = await updateUser(trx, user.id, { phone_change: phone })
  const text = await phoneCodeSms(context, trx, wishing, {
    phone,
    channel: 'sms',
    type: 'phone_change_token',
  })
  const isTaken = (await findIdByPhone(trx, phone)) !== undefined
  return { user: await updateUser(trx, user.id, {}), text: isTaken ? null : text }
}
