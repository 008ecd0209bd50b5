import type { FastifyPluginAsync } from 'fastify'
import { mailPage } from './mail-page.ts'
import type { Mailbox } from './mailbox.ts'

/**
 * Serves the mailbox as a page (`/mail`) and as JSON (`/api/mail`, for all addresses or for `to`).
 */
export const mailPlugin: FastifyPluginAsync<{ mailbox: Mailbox }> = async (app, { mailbox }) => {
  app.get('/mail', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailPage(mailbox.list())),
  )

  app.get<{ Querystring: { to?: unknown } }>('/api/mail', async ({ query }) =>
    mailbox
      .list()
      .filter(({ to }) => query.to === undefined || to === query.to)
      .map(({ to, subject, text, html, at }) => ({ to, subject, text, html, at })),
  )

  app.delete('/api/mail', async (_request, reply) => {
    mailbox.clear()
    return reply.status(204).send()
  })
}
