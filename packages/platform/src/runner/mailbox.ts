import type { ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import type { Mail, MailFacts, MailKind, MailText } from '../settings.ts'

type CapturedMail = Pick<Mail, 'to' | 'subject' | 'text'>

/** Captures mails for tests instead of sending them. */
export class Mailbox {
  readonly #mails: CapturedMail[] = []
  readonly #followers = new Set<ServerResponse>()

  readonly sendMail = async ({ to, subject, text }: Mail): Promise<void> => {
    const kept = { to, subject, text }
    this.#mails.push(kept)
    for (const follower of this.#followers) follower.write(`${JSON.stringify(kept)}\n`)
  }

  /**
   * `GET /` lists mails, oldest first; `GET /stream` sends new ones, one a line; `DELETE /` empties
   * the box.
   */
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
}

/** Puts the code and the link into plain words, if there are any. */
export function renderPlainMail(kind: MailKind, { code, link }: MailFacts): MailText {
  return { subject: kind, text: code ? `${kind}\n\nCode: ${code}\nLink: ${link}\n` : `${kind}\n`, html: '' }
}
