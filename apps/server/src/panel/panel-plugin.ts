import { type PanelSession, panelSessionSchema, rowSecuritySchema } from '@app/contracts/panel'
import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { requireStaff, type StaffAccess } from '../http/staff.ts'
import { holderOf, type PanelGate } from './panel-gate.ts'
import { probeRowSecurity } from './probe-row-security.ts'

export type PanelOptions = StaffAccess & {
  panel: { gate: PanelGate; apiUrls: PanelSession['apiUrls'] }
  limitAddresses: LimitAddresses
}

/** Issues passes for the panel's scripts and the API's description. */
export const panelPlugin: FastifyPluginAsyncZod<PanelOptions> = async (app, options) => {
  const { panel, limitAddresses, ...access } = options
  const wish = { needs: 'technics' } as const
  app.addHook('onRequest', limitAddresses)

  app.post('/session', { schema: { response: { 200: panelSessionSchema } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const by = await requireStaff(access, request.headers, wish).catch((refusal: unknown) => {
      // Removes the pass of the former staff user of this browser.
      reply.header('set-cookie', panel.gate.revoke())
      throw refusal
    })
    const { cookies, expiresAt } = panel.gate.issue(holderOf(by, request.headers.authorization), new Date())
    reply.header('set-cookie', cookies)
    return { expiresAt: expiresAt.toISOString(), apiUrls: panel.apiUrls }
  })

  app.get('/row-security', { schema: { response: { 200: rowSecuritySchema } } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { userId } = await requireStaff(access, request.headers, wish)
    return probeRowSecurity(access.db, userId)
  })

  // A device reset calls this without a session, because the page cannot see the cookie.
  app.delete('/session', { schema: { response: { 204: z.null() } } }, async (_request, reply) => {
    reply.header('set-cookie', panel.gate.revoke()).code(204)
    return null
  })
}
