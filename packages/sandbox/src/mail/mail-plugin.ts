import type { FastifyPluginAsync } from 'fastify'
import { mailPage } from './mail-page.ts'
import type { Mailbox } from './mailbox.ts'

/** The mailbox for people (`/mail`) and for programs (`/api/mail`, of every address or of the one in `to`). */
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
