import type { FastifyPluginAsync } from 'fastify'
import { allowCrossOrigin } from '../http/cors.ts'

/** The edge runtime's answers, to be mounted at /functions/v1. No function is deployed, and it says so as upstream does. */
export const functionsPlugin: FastifyPluginAsync = async (app) => {
  allowCrossOrigin(app)
  app.all('/:name', async (_request, reply) =>
    reply.code(404).send({ code: 'NOT_FOUND', message: 'Requested function was not found' }),
  )
}
