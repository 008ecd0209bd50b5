import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { ResolvedSettings } from '../../resolve-settings.ts'
import type { SmsSettings, TextChannel } from '../../settings.ts'
import { textFailed, tooManyTexts, validationFailed } from '../auth-errors.ts'
import type { CodeRequester } from '../codes/known-device.ts'
import { randomCode } from '../codes/one-time-tokens.ts'
import { runHook } from '../hooks/run-hook.ts'
import { userBody } from '../users/user-body.ts'
import { findUser } from '../users/user-repository.ts'
import { Sender } from './sender.ts'
import { Throttle } from './throttle.ts'

/** `type` says what the code is for, in the words of the hook that may be asked to text it. */
export type Sms = {
  to: string
  userId: string
  type: string
  code: string
  channel: TextChannel
  template: string
}

/** Sends codes to phones. Numbers whose code is settled beforehand get none, and no pause. */
export class SmsSender extends Sender<Sms> {
  readonly #settings: ResolvedSettings

  constructor(settings: ResolvedSettings, keys: KeyRing, db: Db) {
    const { sms } = settings.auth
    super({
      throttle: new Throttle({ settings, keys }, { kind: 'text', pauseSeconds: sms.maxFrequency }),
      deliver: async ({ to, userId, type, code, channel, template }) => {
        if (testCodeOf(sms, to) !== undefined) return
        const hook = settings.auth.hooks.sendSms
        if (hook) {
          const user = await findUser(db, userId)
          const input = {
            ...(user ? { user: userBody(user) } : {}),
            sms: { otp: code, sms_type: type, phone: to },
          }
          await runHook({ db }, { name: 'send-sms', hook, input })
          return
        }
        if (!settings.texts) throw noProvider()
        await settings.texts.send(to, template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code), channel)
      },
      describe: () => ({ what: 'text', facts: {} }),
      tooMany: tooManyTexts,
      failed: () => textFailed(),
    })
    this.#settings = settings
  }

  /** The provider's name as GoTrue's settings show it. */
  get providerName(): string {
    return this.#settings.texts?.name ?? ''
  }

  /** Throws when no text could be sent to the number at all, whoever it belongs to. */
  requireProvider(phone: string): void {
    const carries = this.#settings.texts !== undefined || this.#settings.auth.hooks.sendSms !== undefined
    if (!carries && this.#testCode(phone) === undefined) throw noProvider()
  }

  /** Reads the channel a client asks for. Throws when the provider does not have it. */
  parseChannel(text: string): TextChannel {
    const known = (['sms', 'whatsapp'] as const).find((channel) => channel === (text || 'sms'))
    const offered = this.#settings.texts?.channels ?? ['sms', 'whatsapp']
    if (known && offered.includes(known)) return known
    throw validationFailed(
      "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported by some providers.",
    )
  }

  /** A new code for a number; the settled one where there is one. */
  newCode(phone: string, length: number): string {
    return this.#testCode(phone) ?? randomCode(length)
  }

  override async throttle(db: Db, phone: string, asker: CodeRequester): Promise<void> {
    if (this.#testCode(phone) === undefined) await super.throttle(db, phone, asker)
  }

  override async mayWrite(db: Db, phone: string, asker: CodeRequester): Promise<boolean> {
    return this.#testCode(phone) !== undefined || super.mayWrite(db, phone, asker)
  }

  #testCode(phone: string): string | undefined {
    return testCodeOf(this.#settings.auth.sms, phone)
  }
}

function testCodeOf({ testCodes, testCodesValidUntil }: SmsSettings, phone: string): string | undefined {
  if (testCodesValidUntil !== null && testCodesValidUntil < new Date()) return undefined
  return Object.hasOwn(testCodes, phone) ? testCodes[phone] : undefined
}

function noProvider() {
  return textFailed('Unable to get SMS provider')
}
