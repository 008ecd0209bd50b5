import type { FastifyInstance } from 'fastify'

/** Sets `no-store` on all answers without their own cache header. */
export function setNoStore(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
}
