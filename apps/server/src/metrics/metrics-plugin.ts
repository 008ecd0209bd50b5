import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { isSameKey, requireStaff, type StaffAccess } from '../http/staff.ts'
import type { Tables } from '../services/tables.ts'
import { readBackups } from './backup-metrics.ts'
import { expose, expositionType, type Metric } from './exposition.ts'
import { watchProcess } from './process-metrics.ts'
import { readQueues } from './queue-metrics.ts'

export type MetricsOptions = {
  db: Kysely<Tables>
  staffAccess: StaffAccess
  limitAddresses: LimitAddresses
  /** Lets a machine in that shows it as bearer; null lets none in. */
  metricsToken: string | null
  /** What the app has counted of its requests. */
  readRequests: () => Metric[]
}

/** `GET /metrics`: how the process and its queues are, for Prometheus. */
export const metricsPlugin: FastifyPluginAsync<MetricsOptions> = async (app, options) => {
  const { db, staffAccess, limitAddresses, metricsToken, readRequests } = options
  const own = watchProcess()
  app.addHook('onClose', async () => own.stop())

  app.get('/metrics', { onRequest: limitAddresses }, async ({ headers }, reply) => {
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    const isMachine = metricsToken !== null && bearer !== undefined && isSameKey(bearer, metricsToken)
    if (!isMachine) await requireStaff(staffAccess, headers, { needs: 'technics' })

    const metrics = [...readRequests(), ...own.read(), ...(await readQueues(db)), ...(await readBackups(db))]
    return reply.header('cache-control', 'no-store').type(expositionType).send(expose(metrics))
  })
}
