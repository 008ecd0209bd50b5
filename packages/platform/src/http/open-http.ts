import fastify, { type FastifyInstance } from 'fastify'
import { createBoundedServer } from './create-bounded-server.ts'
import { endLateBodies, longestArrivalMs } from './end-late-bodies.ts'

/** A server without a route, which waits for no request for ever: neither for its head nor for its body. */
export function openHttp(longestMs = longestArrivalMs): FastifyInstance {
  const app = fastify({ logger: { level: 'warn' }, serverFactory: createBoundedServer({ longestMs }) })
  endLateBodies(app, longestMs)
  return app
}
