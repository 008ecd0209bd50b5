import { intentSecretHeader } from '@app/contracts/intent-secret-header'
import plugin from 'fastify-plugin'

/** The headers that the site sends and reads across origins. */
const allowedHeaders = ['authorization', 'content-type', intentSecretHeader].join(', ')
const exposedHeaders = 'retry-after, x-request-id'

/** Lets the site's own origin call an API that is served on another host. No cookie goes along: none is asked for. */
export const crossOrigin = plugin<{ origin: string }>(
  async (app, { origin }) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('vary', 'origin')
      if (request.headers.origin !== origin) return
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-expose-headers', exposedHeaders)
      if (request.method !== 'OPTIONS') return
      return reply
        .status(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': allowedHeaders,
          'access-control-max-age': '86400',
        })
        .send()
    })
  },
  { name: 'cross-origin' },
)
