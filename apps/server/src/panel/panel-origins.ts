import { isProbed } from '@app/domain/panel/panel-tests'
import plugin from 'fastify-plugin'

/**
 * Lets the panels of other installations probe this one: from these origins, the routes that a panel probes, and those as a
 * stranger. No cookie and no token may come along, so nothing is read that is not for everybody.
 */
export const panelOrigins = plugin<{ base: string; origins: readonly string[] }>(
  async (app, { base, origins }) => {
    app.addHook('onRequest', async (request, reply) => {
      const path = (request.url.split('?', 1)[0] ?? '').slice(base.length) || '/'
      const isPreflight = request.method === 'OPTIONS'
      const method = isPreflight ? request.headers['access-control-request-method'] : request.method
      if (method === undefined || !isProbed(method, path)) return
      reply.header('vary', 'origin')
      const { origin } = request.headers
      if (origin === undefined || !origins.includes(origin)) return
      reply.header('access-control-allow-origin', origin)
      if (!isPreflight) return
      return reply
        .status(204)
        .headers({
          'access-control-allow-methods': method,
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '600',
        })
        .send()
    })
  },
  { name: 'panel-origins' },
)
