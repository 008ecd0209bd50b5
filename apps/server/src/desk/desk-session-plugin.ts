import { deskSessionSchema } from '@app/contracts/desk-session'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { holderOf, type PanelGate } from '../panel/panel-gate.ts'

/** Lets the staff at the desk's scripts. Closing the panel's session closes the desk's: it is one pass. */
export const deskSessionPlugin: FastifyPluginAsyncZod<{ gate: PanelGate }> = async (app, { gate }) => {
  app.addHook('onError', async (_request, reply, { statusCode }) => {
    // Whoever uses this browser after one of the staff finds the door shut.
    if (statusCode === 401 || statusCode === 403) reply.header('set-cookie', gate.revoke())
  })

  app.post(
    '/session',
    { config: { needs: 'desk' }, schema: { response: { 200: deskSessionSchema } } },
    async ({ administrator, headers }, reply) => {
      const { cookies, expiresAt } = gate.issue(holderOf(administrator, headers.authorization), new Date())
      reply.header('set-cookie', cookies)
      return { expiresAt: expiresAt.toISOString(), role: administrator.role }
    },
  )
}
