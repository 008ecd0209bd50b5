import fastify, { type FastifyInstance } from 'fastify'
import { addBodyTimeout, requestTimeoutMs } from './body-timeout.ts'
import { createBoundedServer } from './create-bounded-server.ts'

/** A server without a route, which waits for no request for ever: neither for its head nor for its body. */
export function openHttp(timeoutMs = requestTimeoutMs): FastifyInstance {
  const app = fastify({ logger: { level: 'warn' }, serverFactory: createBoundedServer({ timeoutMs }) })
  addBodyTimeout(app, timeoutMs)
  return app
}
