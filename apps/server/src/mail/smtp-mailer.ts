import { createTransport } from 'nodemailer'
import type { SmtpSettings } from '../config/mail.ts'
import type { Mailer } from './mailer.ts'

/** Sends mails by SMTP over a few kept connections. A server that hangs fails the mail within half a minute. */
export function openSmtpMailer(settings: SmtpSettings): Mailer {
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    ...(settings.credentials && {
      auth: { user: settings.credentials.user, pass: settings.credentials.password },
    }),
    requireTLS: settings.requireTls,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })

  return {
    async send({ to, subject, text, html }) {
      await transport.sendMail({ from: settings.from, to: { name: '', address: to }, subject, text, html })
    },
    async verify() {
      await transport.verify()
    },
    close() {
      transport.close()
    },
  }
}
