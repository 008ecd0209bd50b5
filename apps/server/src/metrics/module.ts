import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import type { Kysely } from 'kysely'
import { Registry } from 'prom-client'
import type { StaffAccess } from '../http/staff.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { countRequests } from './http-metrics.ts'
import { metricsPlugin } from './metrics-plugin.ts'

export type MetricsNeeds = {
  db: Kysely<Tables>
  staffAccess: StaffAccess
  limitAddresses: LimitAddresses
  metricsToken: string | null
}

/** Serves the metrics of the process, its requests and its queues. */
export function metricsModule(needs: MetricsNeeds): ContextModule {
  const requests = new Registry()
  return {
    watch: (app) => countRequests(app, requests),
    routes: async (api) => {
      await api.register(metricsPlugin, { ...needs, requests })
    },
  }
}
