import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/trx.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { ResolvedSettings } from '../resolve-settings.ts'
import type { MailKind } from '../settings.ts'
import { mailFailed, tooManyMails } from './auth-errors.ts'
import type { IssuedCode } from './one-time-tokens.ts'
import { giveTurnBack, type TurnLimits, takeTurn } from './take-turn.ts'

export type Letter = { kind: LetterKind; to: string; issued: IssuedCode; redirectTo: string }

/** The mails that carry a code. */
type LetterKind = Exclude<MailKind, 'password_changed'>

const linkTypes = {
  confirmation: 'signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<LetterKind, string>

/** Sends mails in the caller's words, and keeps a pause between two mails to one address. */
export class Mailer {
  readonly #settings: ResolvedSettings
  readonly #limits: TurnLimits
  readonly #pepper: Buffer
  readonly #underWay = new Set<Promise<void>>()

  constructor(settings: ResolvedSettings, keys: KeyRing) {
    this.#settings = settings
    this.#limits = { settings, keys }
    this.#pepper = keys.pepper
  }

  /**
   * Throws `over_email_send_rate_limit` when the address was written to a moment ago. Counts addresses that nobody has
   * too, and those that will get no mail: otherwise the refusal would tell who has an account.
   */
  async takeTurn(db: Db, email: string, ip: string): Promise<void> {
    const pauseSeconds = this.#settings.auth.smtpMaxFrequency
    const left = await takeTurn(this.#limits, db, {
      address: email,
      turn: this.turnOf(email),
      ip,
      pauseSeconds,
    })
    if (left !== null) throw tooManyMails(left)
  }

  /** By what an address is known among the turns. */
  turnOf(email: string): string {
    return createHmac('sha256', this.#pepper).update(`mail ${email}`).digest('hex')
  }

  /** Sends and waits; throws when the mail could not be handed over, and lets the address ask again at once. */
  async send(db: Db, letter: Letter, log: FastifyBaseLogger): Promise<void> {
    try {
      await this.#deliver(letter)
    } catch (error) {
      log.error({ kind: letter.kind, reason: reasonOf(error) }, 'mail was not sent')
      await giveTurnBack(db, this.turnOf(letter.to))
      throw mailFailed()
    }
  }

  /** Sends without making the request wait, so that its time does not tell whether there was a mail to send. */
  sendLater(letter: Letter, log: FastifyBaseLogger): void {
    this.#sendUnwatched(letter.kind, this.#deliver(letter), log)
  }

  /** Tells somebody what has happened to their account; there is nothing to answer. */
  sendNotice(kind: 'password_changed', to: string, log: FastifyBaseLogger): void {
    const { siteUrl, renderMail, sendMail } = this.#settings
    const text = renderMail(kind, { to, code: '', link: '', expiresInSeconds: 0, siteUrl })
    this.#sendUnwatched(kind, sendMail({ to, ...text }), log)
  }

  #sendUnwatched(kind: MailKind, delivery: Promise<void>, log: FastifyBaseLogger): void {
    const sending = delivery
      .catch((error) => log.error({ kind, reason: reasonOf(error) }, 'mail was not sent'))
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  /** Waits for the mails under way. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #deliver({ kind, to, issued, redirectTo }: Letter): Promise<void> {
    const { siteUrl, auth, renderMail, sendMail } = this.#settings
    const text = renderMail(kind, {
      to,
      code: issued.code,
      link: verificationLink(this.#settings, {
        token: issued.linkToken,
        type: linkTypes[kind],
        redirectTo,
      }),
      expiresInSeconds: auth.otpExp,
      siteUrl,
    })
    await sendMail({ to, ...text })
  }
}

/** What does the same as typing a code, by one click. */
export function verificationLink(
  { externalUrl }: ResolvedSettings,
  { token, type, redirectTo }: { token: string; type: string; redirectTo: string },
): string {
  const query = new URLSearchParams({ token, type })
  return `${externalUrl}/auth/v1/verify?${query}&redirect_to=${queryPart(redirectTo)}`
}

/** An address within a query: as it is where that is unmistakable, as GoTrue leaves it and its clients expect. */
function queryPart(address: string): string {
  return /^[\w.~:/@!$'()*,;?-]*$/.test(address) ? address : encodeURIComponent(address)
}

/** The kind of failure without its message: mail servers like to repeat the address in it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}
