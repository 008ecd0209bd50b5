import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { AddressChange, MailKind, NoticeKind, ResolvedSettings } from '../../settings.ts'
import { mailFailed, tooManyMails } from '../auth-errors.ts'
import type { CodeRequester, IssuedCode } from '../codes/code.ts'
import { Throttle } from './throttle.ts'

/** A mail with a code, or a notice, which has none. */
export type Email = CodeEmail | NoticeEmail

type NoticeEmail = { kind: NoticeKind; to: string; at: Date; userAgent: string | null }

export type CodeEmail = {
  kind: CodeKind
  to: string
  issued: IssuedCode
  redirectTo: string
  change?: AddressChange
}

type CodeKind = Exclude<MailKind, NoticeKind>

const linkTypes = {
  confirmation: 'signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<CodeKind, string>

/** Sends mails in the caller's words, and keeps a pause between two to one address. */
export class EmailSender {
  readonly #settings: ResolvedSettings
  readonly #throttle: Throttle
  readonly #underWay = new Set<Promise<void>>()

  constructor(settings: ResolvedSettings, keys: KeyRing) {
    this.#settings = settings
    this.#throttle = new Throttle({ settings, keys })
  }

  /**
   * Throws when the address was mailed too recently. Unknown addresses are counted, too, so that
   * the refusal reveals no account.
   */
  async throttle(db: Db, address: string, asker: CodeRequester): Promise<void> {
    const secondsLeft = await this.#throttle.take(db, address, asker)
    if (secondsLeft !== null) this.refuseFor(secondsLeft)
  }

  /** Returns the parameters of the `throttle` statement. */
  throttleValuesOf(address: string, asker: CodeRequester): readonly unknown[] {
    return this.#throttle.valuesOf(address, asker)
  }

  /** Throws what `throttle` does. */
  refuseFor(secondsLeft: number): never {
    throw tooManyMails(secondsLeft)
  }

  /** Returns the name by which the throttle knows an address. */
  throttleKeyOf(address: string): string {
    return this.#throttle.keyOf(address)
  }

  /** Sends a mail. Throws and releases the throttle when it fails. */
  async send(db: Db, mail: Email, log: FastifyBaseLogger): Promise<void> {
    try {
      await this.#deliver(mail)
    } catch (error) {
      logFailure(mail, error, log)
      await this.#throttle.release(db, mail.to)
      throw mailFailed()
    }
  }

  /** Sends without making the request wait, so that its time does not tell whether there was a mail to send. */
  sendLater(mail: Email, log: FastifyBaseLogger): void {
    const sending = this.#deliver(mail)
      .catch((error) => logFailure(mail, error, log))
      .finally(() => this.#underWay.delete(sending))
    this.#underWay.add(sending)
  }

  /** Waits for the mails in progress. */
  async drain(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #deliver(mail: Email): Promise<void> {
    const { kind, to } = mail
    const { siteUrl, renderMail, sendMail } = this.#settings
    await sendMail({ to, ...renderMail(kind, { to, siteUrl, ...codeFacts(this.#settings, mail) }) })
  }
}

/** Logs the kind of failure without its message: mail servers like to repeat the address in it. */
function logFailure({ kind }: Email, error: unknown, log: FastifyBaseLogger): void {
  log.error({ kind, reason: reasonOf(error) }, 'mail was not sent')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

function codeFacts(settings: ResolvedSettings, email: Email) {
  if (!('issued' in email)) {
    const { at, userAgent } = email
    return { code: '', link: '', expiresInSeconds: 0, changed: { at, userAgent } }
  }
  const { kind, issued, redirectTo, change } = email
  const link = verificationLink(settings, { token: issued.linkToken, type: linkTypes[kind], redirectTo })
  const facts = { code: issued.code, link, expiresInSeconds: settings.auth.otpExp, changed: null }
  return change ? { ...facts, change } : facts
}

/** Returns the link that does the same as typing a code. */
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
