import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { startStalledBodyTimeout } from './stalled-body-timeout.ts'

/** How long a request may take to arrive. */
export const longestArrivalMs = 30_000

/** What keeps Node from waiting longer for the head of a request: it has to know from the start, and looks every half a minute unless told to. */
export const headLimits = (longestMs: number) => ({
  headersTimeout: longestMs,
  connectionsCheckingInterval: longestMs / 6,
})

/**
 * Ends the connection of a request whose body takes longer than `longestMs` to come. An upload takes as long as its bytes come: one to
 * storage/v1 is ended when its sender was silent for so long, or for what that service is set to once it waits for its bytes. Node's own limit is for a whole request, so it is to be left off, and
 * `headLimits` set.
 */
export function addBodyTimeout(app: FastifyInstance, longestMs: number): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, url } = request
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    // What the process asks of itself (`inject`) has come whole and has no connection to end.
    if (hasBody && raw.socket instanceof Socket) {
      const watch = url.startsWith('/storage/')
        ? startStalledBodyTimeout(raw, longestMs)
        : startBodyTimeout(raw, longestMs)
      raw.once('close', () => clearTimeout(watch))
    }
    done()
  })
}

function startBodyTimeout(body: IncomingMessage, longestMs: number): NodeJS.Timeout {
  return setTimeout(() => {
    if (!body.complete) body.socket.destroy()
  }, longestMs).unref()
}
