import fastify, { type FastifyInstance } from 'fastify'

/** How long a request may take to arrive. */
const longestArrivalMs = 30_000

/**
 * A server without a route, which waits for no request for ever. An upload takes as long as its bytes come, so that the server's own
 * limit is for the head of a request alone; uploads that fall silent are ended by `storage.longestSilenceMs`.
 */
export function openHttp(longestMs = longestArrivalMs): FastifyInstance {
  const app = fastify({
    logger: { level: 'warn' },
    // Node has to know the limit from the start, and looks only every half a minute unless it is told to.
    http: { headersTimeout: longestMs, connectionsCheckingInterval: longestMs / 6 },
  })
  app.addHook('onRequest', async ({ raw, url }) => {
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    if (!hasBody || url.startsWith('/storage/')) return
    const end = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, longestMs).unref()
    raw.once('close', () => clearTimeout(end))
  })
  return app
}
