import fastify, { type FastifyInstance } from 'fastify'
import type { Mail, MailFacts, MailKind, MailText, TextProvider } from '../settings.ts'

/** Keeps mails and texts instead of sending them, for programs to read. */
export class Mailbox {
  readonly #mails: Pick<Mail, 'to' | 'subject' | 'text'>[] = []

  readonly sendMail = async ({ to, subject, text }: Mail): Promise<void> => {
    this.#mails.push({ to, subject, text })
  }

  readonly texts: TextProvider = {
    name: 'mailbox',
    channels: ['sms', 'whatsapp'],
    send: async (phone, text, channel) => {
      this.#mails.push({ to: phone, subject: channel, text })
    },
  }

  /** `GET /` lists mails, oldest first; `DELETE /` empties the box. */
  server(): FastifyInstance {
    const app = fastify()
    app.get('/', async () => this.#mails)
    app.delete('/', async (_request, reply) => {
      this.#mails.length = 0
      return reply.code(204).send()
    })
    return app
  }
}

const subjects: Readonly<Record<MailKind, string>> = {
  confirmation: 'Confirm your email',
  magic_link: 'Your sign-in link',
  recovery: 'Reset your password',
  invite: 'You have been invited',
  email_change: 'Confirm the change of your email',
  reauthentication: 'Confirm that it is you',
  password_changed: 'Your password has been changed',
}

/** Plain words around the code and the link, if there are any. */
export function renderPlainMail(kind: MailKind, { code, link }: MailFacts): MailText {
  const means = code ? `\n\nCode: ${code}\nLink: ${link}` : ''
  const text = `${subjects[kind]}${means}\n`
  return { subject: subjects[kind], text, html: '' }
}
