import { defaultSms } from '../resolve-settings.ts'
import type { SmsSettings } from '../settings.ts'
import { given, type Variables } from './read-variables.ts'
import type { TextService } from './text-provider.ts'

/** GoTrue's settings for codes by text; what is not given keeps its default. */
export function readSms(env: Variables): SmsSettings {
  return {
    ...defaultSms,
    ...given({
      autoconfirm: env.flag('GOTRUE_SMS_AUTOCONFIRM'),
      otpLength: env.countAboveZero('GOTRUE_SMS_OTP_LENGTH'),
      otpExp: env.seconds('GOTRUE_SMS_OTP_EXP'),
      maxFrequency: env.seconds('GOTRUE_SMS_MAX_FREQUENCY'),
      template: env.text('GOTRUE_SMS_TEMPLATE'),
    }),
    testCodes: readTestCodes(env),
    testCodesValidUntil: readInstant(env, 'GOTRUE_SMS_TEST_OTP_VALID_UNTIL'),
  }
}

/**
 * Who carries texts. `mailbox`, which is ours, keeps them where captured mails are. Twilio may lack its account, as in
 * files that leave it to the secrets of another place; then every text is refused.
 */
export function readTextService(env: Variables): TextService | null {
  const name = 'GOTRUE_SMS_PROVIDER'
  const kind = env.text(name)
  if (kind === undefined) return null
  if (kind === 'mailbox') return { kind }
  if (kind !== 'twilio') {
    env.refuse(name, 'twilio or mailbox')
    return null
  }
  return {
    kind,
    accountSid: env.text('GOTRUE_SMS_TWILIO_ACCOUNT_SID') ?? '',
    authToken: env.text('GOTRUE_SMS_TWILIO_AUTH_TOKEN') ?? '',
    sender: env.text('GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID') ?? '',
    apiUrl: env.text('GOTRUE_SMS_TWILIO_API_URL') ?? 'https://api.twilio.com',
  }
}

/** `<phone>:<code>` pairs; several are separated by commas, or by `=` instead of the colon as older files have it. */
function readTestCodes(env: Variables): Record<string, string> {
  const name = 'GOTRUE_SMS_TEST_OTP'
  const pairs = (env.list(name) ?? []).map((pair) => /^\+?(\d{2,15})[:=](\d{4,10})$/.exec(pair))
  if (pairs.includes(null)) env.refuse(name, 'a list of <phone>:<code>')
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
}

function readInstant(env: Variables, name: string): Date | null {
  const text = env.text(name)
  if (text === undefined) return null
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime())) {
    env.refuse(name, 'a time such as 2030-01-31T00:00:00Z')
    return null
  }
  return instant
}
