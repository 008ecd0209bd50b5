import { createMailbox, type Mailbox } from '@app/sandbox/mail/mailbox'
import type { MailSettings } from '../config/mail.ts'
import type { Mailer } from './mailer.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

/** The mailer; `mailbox` receives the mails in the sandbox, and is null elsewhere. */
export type OpenMail = { mailer: Mailer; mailbox: Mailbox | null }

/** Opens the way of mails that the settings ask for: by SMTP, or into a mailbox that keeps them. */
export function openMail(settings: MailSettings): OpenMail {
  if (settings.kind === 'smtp') return { mailer: openSmtpMailer(settings), mailbox: null }
  const mailbox = createMailbox()
  return { mailer: { send: mailbox.deliver, verify: async () => {}, close() {} }, mailbox }
}
