import type { FastifyInstance } from 'fastify'

/** Keeps answers of `app` out of every cache, except where a route says itself how long one may be kept. */
export function setNoStore(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}
