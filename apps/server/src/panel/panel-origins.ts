import { isProbed } from '@app/domain/panel/panel-tests'
import plugin from 'fastify-plugin'

/**
 * Allows the panels of other installations to probe this one. Only probed routes are allowed,
 * without cookies or tokens.
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
