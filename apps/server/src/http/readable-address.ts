import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { invalidInput } from './app-error.ts'
import { toBody } from './error-handler.ts'

/**
 * Refuses a request whose sender's address cannot be read, as when a trusted proxy passes on an X-Forwarded-For that
 * its client made up. Limits count by that address, and it is stored beside consents and sessions.
 */
export const readableAddress = plugin(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (!isReadable(request)) return reply.status(400).send(toBody(invalidInput()))
    })
  },
  { name: 'readable-address' },
)

/** Zones such as `%eth0` mean something on the proxy alone. */
function isReadable(request: FastifyRequest): boolean {
  try {
    return isIP(request.ip) !== 0 && !request.ip.includes('%')
  } catch {
    return false
  }
}
