import fastify, { type FastifyInstance } from 'fastify'
import { endLateBodies } from '../http/end-late-bodies.ts'

/** How long a request may take to arrive. */
const longestArrivalMs = 30_000

/** A server without a route, which waits for no request for ever: neither for its head nor for its body. */
export function openHttp(longestMs = longestArrivalMs): FastifyInstance {
  const app = fastify({
    logger: { level: 'warn' },
    // Node has to know the limit from the start, and looks only every half a minute unless it is told to.
    http: { headersTimeout: longestMs, connectionsCheckingInterval: longestMs / 6 },
  })
  endLateBodies(app, longestMs)
  return app
}
