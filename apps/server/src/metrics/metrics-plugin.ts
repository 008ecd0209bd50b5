import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { collectDefaultMetrics, Registry, register } from 'prom-client'
import { isSameKey, requireStaff, type StaffAccess } from '../http/staff.ts'
import type { Tables } from '../services/tables.ts'
import { registerBackupMetrics } from './backup-metrics.ts'
import { registerQueueMetrics } from './queue-metrics.ts'

export type MetricsOptions = {
  db: Kysely<Tables>
  staffAccess: StaffAccess
  limitAddresses: LimitAddresses
  /** The bearer token of monitoring; null for none. */
  metricsToken: string | null
  /** The app's request metrics. */
  requests: Registry
}

/** `GET /metrics`: how the process and its queues are, for Prometheus. */
export const metricsPlugin: FastifyPluginAsync<MetricsOptions> = async (app, options) => {
  const { db, staffAccess, limitAddresses, metricsToken, requests } = options
  // Registered once, because these monitors cannot be stopped.
  if (register.getMetricsAsArray().length === 0) collectDefaultMetrics()

  app.get('/metrics', { onRequest: limitAddresses }, async ({ headers }, reply) => {
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    const isMachine = metricsToken !== null && bearer !== undefined && isSameKey(bearer, metricsToken)
    if (!isMachine) await requireStaff(staffAccess, headers, { needs: 'technics' })

    const current = new Registry()
    await Promise.all([registerQueueMetrics(current, db), registerBackupMetrics(current, db)])
    const metrics = Registry.merge([register, requests, current])
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.metrics())
  })
}
