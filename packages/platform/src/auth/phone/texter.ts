import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { ResolvedSettings } from '../../resolve-settings.ts'
import type { TextChannel, TextProvider } from '../../settings.ts'
import { textFailed, tooManyTexts, validationFailed } from '../auth-errors.ts'
import { reasonOf } from '../mailer.ts'
import { randomCode } from '../one-time-tokens.ts'
import { giveTurnBack, type TurnLimits, takeTurn } from '../take-turn.ts'

export type CodeText = { phone: string; code: string; channel: TextChannel; template: string }

/** Sends codes to phones, and keeps a pause between two texts to one number. */
export class Texter {
  readonly #settings: ResolvedSettings
  readonly #limits: TurnLimits
  readonly #pepper: Buffer
  readonly #underWay = new Set<Promise<void>>()

  constructor(settings: ResolvedSettings, keys: KeyRing) {
    this.#settings = settings
    this.#limits = { settings, keys }
    this.#pepper = keys.pepper
  }

  /** The provider's name as GoTrue's settings show it. */
  get providerName(): string {
    return this.#settings.texts?.name ?? ''
  }

  /** Throws when no text could be sent to the number at all, whoever it belongs to. */
  requireProvider(phone: string): void {
    if (!this.#settings.texts && this.#testCode(phone) === undefined) {
      throw textFailed('Unable to get SMS provider')
    }
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

  /** By what a number is known among the turns. */
  turnOf(phone: string): string {
    return createHmac('sha256', this.#pepper).update(`text ${phone}`).digest('hex')
  }

  /** Throws `over_sms_send_rate_limit` when the number was written to a moment ago, whoever it belongs to. */
  async takeTurn(db: Db, phone: string, ip: string): Promise<void> {
    const left = await this.#takeTurn(db, phone, ip)
    if (left !== null) throw tooManyTexts(left)
  }

  /** Whether the number may be written to again. */
  async tryTurn(db: Db, phone: string, ip: string): Promise<boolean> {
    return (await this.#takeTurn(db, phone, ip)) === null
  }

  /** A new code for a number; the settled one where there is one. */
  newCode(phone: string, length: number): string {
    return this.#testCode(phone) ?? randomCode(length)
  }

  /** Sends and waits; throws `sms_send_failed` when the text was not taken over, and lets the number ask again at once. */
  async send(db: Db, text: CodeText, log: FastifyBaseLogger): Promise<void> {
    try {
      await this.#deliver(text)
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'text was not sent')
      await giveTurnBack(db, this.turnOf(text.phone))
      throw textFailed()
    }
  }

  /** Sends without making the request wait, so that its time does not tell whether there was a text to send. */
  sendLater(text: CodeText, log: FastifyBaseLogger): void {
    const sending = this.#deliver(text)
      .catch((error) => log.error({ reason: reasonOf(error) }, 'text was not sent'))
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  /** Waits for the texts under way. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #deliver({ phone, code, channel, template }: CodeText): Promise<void> {
    if (this.#testCode(phone) !== undefined) return
    await this.#provider().send(phone, template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, code), channel)
  }

  async #takeTurn(db: Db, phone: string, ip: string): Promise<number | null> {
    if (this.#testCode(phone) !== undefined) return null
    const pauseSeconds = this.#settings.auth.sms.maxFrequency
    return takeTurn(this.#limits, db, { address: phone, turn: this.turnOf(phone), ip, pauseSeconds })
  }

  #provider(): TextProvider {
    const { texts } = this.#settings
    if (!texts) throw textFailed('Unable to get SMS provider')
    return texts
  }

  #testCode(phone: string): string | undefined {
    const { testCodes, testCodesValidUntil } = this.#settings.auth.sms
    if (testCodesValidUntil !== null && testCodesValidUntil < new Date()) return undefined
    return Object.hasOwn(testCodes, phone) ? testCodes[phone] : undefined
  }
}
