import fastify, { type FastifyInstance } from 'fastify'
import { endLateBodies, headLimits, longestArrivalMs } from '../http/end-late-bodies.ts'

/** A server without a route, which waits for no request for ever: neither for its head nor for its body. */
export function openHttp(longestMs = longestArrivalMs): FastifyInstance {
  const app = fastify({ logger: { level: 'warn' }, http: headLimits(longestMs) })
  endLateBodies(app, longestMs)
  return app
}
