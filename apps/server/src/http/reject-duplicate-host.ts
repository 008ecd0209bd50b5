import type { FastifyInstance } from 'fastify'
import { invalidInput } from './app-error.ts'
import { toBody } from './error-handler.ts'

/**
 * Refuses a request with two Host headers, as RFC 9112 (3.2) asks for: a proxy may go by the one
 * while Node goes by the other.
 */
export function rejectDuplicateHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, reply, done) => {
    const isHost = (name: string, index: number) => index % 2 === 0 && name.toLowerCase() === 'host'
    if (rawHeaders.filter(isHost).length > 1) void reply.status(400).send(toBody(invalidInput()))
    else done()
  })
}
