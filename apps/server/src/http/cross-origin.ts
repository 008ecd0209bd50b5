import plugin from 'fastify-plugin'

/** Lets the site's own origin call an API that is served on another host. */
export const crossOrigin = plugin<{ origin: string }>(
  async (app, { origin }) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('vary', 'origin')
      if (request.headers.origin !== origin) return
      reply.header('access-control-allow-origin', origin)
      if (request.method !== 'OPTIONS') return
      return reply
        .status(204)
        .headers({
          'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-max-age': '86400',
        })
        .send()
    })
  },
  { name: 'cross-origin' },
)
