import type { ClientConfig } from '@app/contracts/client-config'
import { clientConfigSchema } from '@app/contracts/client-config'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { unavailable } from '../http/app-error.ts'
import { describeError } from '../http/describe-error.ts'

export type StatusOptions = {
  clientConfig: ClientConfig
  /** Throws when the database does not answer. */
  ping: () => Promise<void>
}

const status = z.object({ status: z.string() })

export const statusPlugin: FastifyPluginAsyncZod<StatusOptions> = async (app, { clientConfig, ping }) => {
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })

  app.get('/', { schema: { response: { 200: status } } }, async () => ({ status: 'API is running' }))

  app.get('/health', { schema: { response: { 200: status } } }, async () => ({ status: 'ok' }))

  app.get('/ready', { schema: { response: { 200: status } } }, async (request) => {
    try {
      await ping()
    } catch (error) {
      request.log.error({ error: describeError(error) }, 'the database does not answer')
      throw unavailable()
    }
    return { status: 'ready' }
  })

  app.get('/client-config', { schema: { response: { 200: clientConfigSchema } } }, async () => clientConfig)
}
