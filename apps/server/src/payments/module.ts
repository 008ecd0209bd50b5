import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import type { HttpSettings } from '../config/http.ts'
import type { LimitSettings } from '../config/limits.ts'
import type { PaymentSettings } from '../config/payments.ts'
import { doing } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { reconcileOrderJob } from '../orders/reconcile-order.job.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { createInvalidSignatureLimiter } from './invalid-signature-limiter.ts'
import { noShop } from './no-shop.ts'
import { paymentsPlugin } from './payments-plugin.ts'
import { reconcileOrder } from './reconcile-order.ts'
import { robokassaGateway } from './robokassa-gateway.ts'
import { sandboxMerchant } from './sandbox-merchant.ts'
import { type WebhookOptions, webhookPlugin } from './webhook-plugin.ts'

/** Where tests pull the plug while a payment is taken in. */
export type PaymentFaults = Pick<WebhookOptions, 'beforeCommit' | 'beforeAnswer'>

export type PaymentsNeeds = {
  db: Kysely<Tables>
  jobs: Jobs
  supabase: SupabaseClient
  payments: PaymentSettings
  http: Pick<HttpSettings, 'siteUrl' | 'apiPrefix'>
  limits: LimitSettings
  openLimiter: OpenLimiter
  log: JobLog
  /** Reaches this very server, where the sandbox's stand-in is. */
  loopbackFetch: typeof fetch
  /** True when messages can be sent, of which a program consists. */
  canMessage: boolean
  now: () => Date
  faults: PaymentFaults
}

/** Takes money as the settings ask for: at Robokassa, or at the sandbox's card page, which speaks as Robokassa does. */
export function paymentsModule(needs: PaymentsNeeds): ContextModule {
  const {
    db,
    jobs,
    supabase,
    payments,
    http,
    limits,
    openLimiter,
    log,
    loopbackFetch,
    canMessage,
    now,
    faults,
  } = needs
  const { fixedChargeTiyn, invIds, robokassa } = payments
  const isSandbox = payments.kind === 'sandbox'
  const gateway = robokassa ? robokassaGateway(robokassa, isSandbox ? loopbackFetch : fetch) : noShop
  const isOpen = payments.kind !== 'off'
  const invalidSignatures = createInvalidSignatureLimiter(openLimiter)
  return {
    routes: async (api) => {
      const common = { db, jobs, gateway }
      await api.register(paymentsPlugin, {
        ...common,
        ...{ supabase, fixedChargeTiyn, invIds, isOpen, canMessage, limits, openLimiter, now },
        prefix: '/payment',
      })
      if (!robokassa) return
      await api.register(webhookPlugin, {
        ...common,
        ...faults,
        invalidSignatures,
        prefix: '/payment/webhook',
      })
    },
    jobs: [doing(reconcileOrderJob, ({ payload }) => reconcileOrder({ db, jobs, gateway, log }, payload))],
    standIn: {
      merchant: isSandbox && robokassa ? sandboxMerchant({ http, robokassa }, loopbackFetch) : null,
    },
  }
}
