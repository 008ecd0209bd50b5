import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { startStalledBodyTimeout } from './stalled-body-timeout.ts'

/** The time that a request may take to arrive. */
export const requestTimeoutMs = 30_000

/**
 * Returns the options of an HTTP server that limit the time for the head of a request. Node checks
 * it every 30 s by default.
 */
export const headLimits = (timeoutMs: number) => ({
  headersTimeout: timeoutMs,
  connectionsCheckingInterval: timeoutMs / 6,
})

/**
 * Destroys the connection of a request whose body takes longer than `timeoutMs`, or of an upload
 * that stalls as long. Node's own `requestTimeout` has to be off, because it limits uploads as
 * well.
 */
export function addBodyTimeout(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, url } = request
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    // An injected request is complete and has no connection.
    if (hasBody && raw.socket instanceof Socket) {
      const watch = url.startsWith('/storage/')
        ? startStalledBodyTimeout(raw, timeoutMs)
        : startBodyTimeout(raw, timeoutMs)
      raw.once('close', () => clearTimeout(watch))
    }
    done()
  })
}

function startBodyTimeout(body: IncomingMessage, timeoutMs: number): NodeJS.Timeout {
  return setTimeout(() => {
    if (!body.complete) body.socket.destroy()
  }, timeoutMs).unref()
}
