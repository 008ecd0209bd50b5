import type { KeyRing } from '../../keys/keys.ts'
import type { ResolvedSettings } from '../../resolve-settings.ts'
import type { MailKind } from '../../settings.ts'
import { mailFailed, tooManyMails } from '../auth-errors.ts'
import type { IssuedCode } from '../codes/one-time-tokens.ts'
import { Sender } from './sender.ts'
import { Throttle } from './throttle.ts'

/** A mail with a code, or a notice, which has none. */
export type Email = CodeEmail | { kind: 'password_changed'; to: string }

export type CodeEmail = { kind: CodeKind; to: string; issued: IssuedCode; redirectTo: string }

type CodeKind = Exclude<MailKind, 'password_changed'>

const linkTypes = {
  confirmation: 'signup',
  magic_link: 'magiclink',
  recovery: 'recovery',
  invite: 'invite',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
} as const satisfies Record<CodeKind, string>

/** Sends mails in the caller's words. */
export class EmailSender extends Sender<Email> {
  constructor(settings: ResolvedSettings, keys: KeyRing) {
    const { siteUrl, auth, renderMail, sendMail } = settings
    super({
      throttle: new Throttle({ settings, keys }, { kind: 'mail', pauseSeconds: auth.smtpMaxFrequency }),
      deliver: async (email) => {
        const { kind, to } = email
        await sendMail({ to, ...renderMail(kind, { to, siteUrl, ...codeFacts(settings, email) }) })
      },
      describe: ({ kind }) => ({ what: 'mail', facts: { kind } }),
      tooMany: tooManyMails,
      failed: mailFailed,
    })
  }
}

function codeFacts(settings: ResolvedSettings, email: Email) {
  if (email.kind === 'password_changed') return { code: '', link: '', expiresInSeconds: 0 }
  const { kind, issued, redirectTo } = email
  const link = verificationLink(settings, { token: issued.linkToken, type: linkTypes[kind], redirectTo })
  return { code: issued.code, link, expiresInSeconds: settings.auth.otpExp }
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
