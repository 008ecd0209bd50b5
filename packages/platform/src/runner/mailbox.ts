import type { ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { AddressChange, Mail, MailFacts, MailKind, MailText } from '../settings.ts'

type Kept = Pick<Mail, 'to' | 'subject' | 'text'>

/** Keeps mails instead of sending them, for programs to read. */
export class Mailbox {
  readonly #mails: Kept[] = []
  readonly #followers = new Set<ServerResponse>()

  readonly sendMail = async ({ to, subject, text }: Mail): Promise<void> => this.#keep({ to, subject, text })

  /** `GET /` lists mails, oldest first; `GET /stream` tells each as it comes, one a line; `DELETE /` empties the box. */
  server(): FastifyInstance {
    const app = fastify()
    app.get('/', async () => this.#mails)
    app.get('/stream', (_request, reply) => {
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
      this.#followers.add(raw)
      raw.once('close', () => this.#followers.delete(raw))
    })
    app.addHook('preClose', async () => {
      for (const follower of this.#followers) follower.end()
    })
    app.delete('/', async (_request, reply) => {
      this.#mails.length = 0
      return reply.code(204).send()
    })
    return app
  }

  #keep(kept: Kept): void {
    this.#mails.push(kept)
    for (const follower of this.#followers) follower.write(`${JSON.stringify(kept)}\n`)
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
  phone_changed: 'Your phone number has been changed',
  factor_added: 'A new MFA factor has been enrolled',
  factor_removed: 'An MFA factor has been unenrolled',
  passkey_added: 'A passkey has been added',
  passkey_removed: 'A passkey has been removed',
}

/** Plain words around the code and the link, if there are any. */
export function renderPlainMail(kind: MailKind, { code, link, change }: MailFacts): MailText {
  const means = code ? `\n\nCode: ${code}\nLink: ${link}` : ''
  const told = change ? `\n\n${tellOfChange(change)}` : ''
  const text = `${subjects[kind]}${told}${means}\n`
  return { subject: subjects[kind], text, html: '' }
}

function tellOfChange({ from, to }: AddressChange): string {
  const what = from ? `from ${from} to ${to}` : `to ${to}`
  return `The address is to change ${what}. Enter the code where you asked for that. If you did not, tell it to nobody: nothing changes without it.`
}
