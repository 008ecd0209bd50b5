import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyInstance } from 'fastify'
import { requireStaff, type StaffAccess } from '../http/staff.ts'

export type DeskGuardOptions = { staffAccess: StaffAccess; limitAddresses: LimitAddresses }

/**
 * Stands before every route that is added to this plugin: each says in its `config` what it `needs`, and its handler runs for
 * nobody else. `request.staff` tells it who asks, and as what.
 */
export function guardDesk(app: FastifyInstance, { staffAccess, limitAddresses }: DeskGuardOptions): void {
  app.decorateRequest('staff')
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.needs) throw new Error(`${method} ${url} does not say what it needs of the staff`)
  })
  app.addHook('onRequest', limitAddresses)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { needs = 'staff', fresh = false } = request.routeOptions.config
    request.staff = await requireStaff(staffAccess, request.headers, { needs, fresh })
  })
}
