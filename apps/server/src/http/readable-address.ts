import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { invalidInput } from './app-error.ts'
import { toBody } from './error-handler.ts'

/**
 * Refuses a request whose client address is unreadable, such as a forged X-Forwarded-For. Limits
 * and consents need the address.
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
