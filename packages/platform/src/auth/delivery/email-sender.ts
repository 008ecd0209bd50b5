import type { Db } from '../../database/trx.ts'
import type { KeyRing } from '../../keys/keys.ts'
import type { ResolvedSettings } from '../../resolve-settings.ts'
import type { AddressChange, HookSettings, MailKind, NoticeKind } from '../../settings.ts'
import { mailFailed, tooManyMails } from '../auth-errors.ts'
import type { IssuedCode } from '../codes/one-time-tokens.ts'
import { runHook } from '../hooks/run-hook.ts'
import { userBody } from '../users/user-body.ts'
import { findUser } from '../users/user-repository.ts'
import { Sender } from './sender.ts'
import { Throttle } from './throttle.ts'

/** A mail with a code, or a notice, which has none. */
export type Email = CodeEmail | NoticeEmail

type NoticeEmail = { kind: NoticeKind; to: string; userId: string; at: Date; userAgent: string | null }

/** Of a change of address that both mailboxes have to agree to, `current` is the half for the present one, where one hook tells both. */
export type CodeEmail = {
  kind: CodeKind
  to: string
  userId: string
  issued: IssuedCode
  redirectTo: string
  current?: IssuedCode
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

/** What a hook is told of a notice; GoTrue has no names for passkeys. */
const noticeTypes = {
  password_changed: 'password_changed_notification',
  phone_changed: 'phone_changed_notification',
  factor_added: 'mfa_factor_enrolled_notification',
  factor_removed: 'mfa_factor_unenrolled_notification',
  passkey_added: 'passkey_added_notification',
  passkey_removed: 'passkey_removed_notification',
} as const satisfies Record<NoticeKind, string>

/** Sends mails in the caller's words. */
export class EmailSender extends Sender<Email> {
  constructor(settings: ResolvedSettings, keys: KeyRing, db: Db) {
    const { siteUrl, auth, renderMail, sendMail } = settings
    super({
      throttle: new Throttle({ settings, keys }, { kind: 'mail', pauseSeconds: auth.smtpMaxFrequency }),
      deliver: async (email) => {
        const { kind, to } = email
        if (auth.hooks.sendEmail) return askHook(settings, db, auth.hooks.sendEmail, email)
        await sendMail({ to, ...renderMail(kind, { to, siteUrl, ...codeFacts(settings, email) }) })
      },
      describe: ({ kind }) => ({ what: 'mail', facts: { kind } }),
      tooMany: tooManyMails,
      failed: mailFailed,
    })
  }
}

/** Leaves a mail to the operator's hook. Which half of a change goes where is told by GoTrue's names, which are crossed. */
async function askHook(settings: ResolvedSettings, db: Db, hook: HookSettings, email: Email): Promise<void> {
  const user = await findUser(db, email.userId)
  if (!user) return
  const code = 'issued' in email ? email : null
  const current = code?.current
  const data = {
    token: (current ?? code?.issued)?.code ?? '',
    token_hash: code?.issued.linkToken ?? '',
    redirect_to: code ? code.redirectTo : settings.siteUrl,
    email_action_type: 'issued' in email ? linkTypes[email.kind] : noticeTypes[email.kind],
    site_url: settings.externalUrl,
    token_new: current ? (code?.issued.code ?? '') : '',
    token_hash_new: current?.linkToken ?? '',
  }
  await runHook({ db }, { name: 'send-email', hook, input: { user: userBody(user), email_data: data } })
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
