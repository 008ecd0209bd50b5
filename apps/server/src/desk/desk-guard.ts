import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyInstance } from 'fastify'
import { requireStaff, type StaffAccess } from '../http/staff.ts'

export type DeskGuardOptions = { staffAccess: StaffAccess; limitAddresses: LimitAddresses }

/**
 * Guards all routes of this plugin: each declares its permission in `config.needs`. `request.staff`
 * identifies the caller.
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
