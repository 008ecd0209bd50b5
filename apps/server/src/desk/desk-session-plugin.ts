import { deskSessionSchema } from '@app/contracts/desk-session'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '../http/app-error.ts'
import { holderOf, type PanelGate } from '../panel/panel-gate.ts'

/** Lets the staff at the desk's scripts. Closing the panel's session closes the desk's: it is one pass. */
export const deskSessionPlugin: FastifyPluginAsyncZod<{ gate: PanelGate }> = async (app, { gate }) => {
  app.addHook('onError', async (_request, reply, error) => {
    // Removes the pass of the former staff user of this browser.
    const isRefusal = error instanceof AppError && (error.status === 401 || error.status === 403)
    if (isRefusal) reply.header('set-cookie', gate.revoke())
  })

  app.post(
    '/session',
    { config: { needs: 'desk' }, schema: { response: { 200: deskSessionSchema } } },
    async ({ staff, headers }, reply) => {
      const { cookies, expiresAt } = gate.issue(holderOf(staff, headers.authorization), new Date())
      reply.header('set-cookie', cookies)
      return { expiresAt: expiresAt.toISOString(), role: staff.role }
    },
  )
}
