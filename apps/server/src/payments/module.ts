import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { HttpSettings } from '../config/http.ts'
import type { LimitSettings } from '../config/limits.ts'
import type { PaymentSettings } from '../config/payments.ts'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { reconcileOrderJob } from '../orders/place/reconcile-order.job.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { FirstMessageServices } from '../subscriptions/find-first-message.ts'
import { paymentsPlugin } from './checkout/payments-plugin.ts'
import { disabledPaymentGateway } from './disabled-payment-gateway.ts'
import { createInvalidSignatureLimiter } from './notice/invalid-signature-limiter.ts'
import { type WebhookOptions, webhookPlugin } from './notice/webhook-plugin.ts'
import { reconcileOrder } from './reconcile/reconcile-order.ts'
import { robokassaGateway } from './robokassa/robokassa-gateway.ts'
import { sandboxMerchant } from './robokassa/sandbox-merchant.ts'

/** Test hooks during a payment. */
export type PaymentFaults = Pick<WebhookOptions, 'beforeCommit' | 'beforeAnswer'>

export type PaymentsNeeds = FirstMessageServices & {
  jobs: Jobs
  supabase: SupabaseClient
  payments: PaymentSettings
  http: Pick<HttpSettings, 'siteUrl' | 'apiPrefix'>
  limits: LimitSettings
  openLimiter: OpenLimiter
  log: JobLog
  /** A fetch to this server, for the sandbox. */
  loopbackFetch: typeof fetch
  /** True when messages can be sent, which a program needs. */
  canMessage: boolean
  faults: PaymentFaults
}

/** Takes money as the settings ask for: at Robokassa, or at the sandbox's card page, which speaks as Robokassa does. */
export function paymentsModule(needs: PaymentsNeeds): ContextModule {
  const { db, jobs, payments, http, openLimiter, log, loopbackFetch, faults } = needs
  const { fixedChargeTiyn, invIds, robokassa } = payments
  const isSandbox = payments.kind === 'sandbox'
  const gateway = robokassa
    ? robokassaGateway(robokassa, isSandbox ? loopbackFetch : fetch)
    : disabledPaymentGateway
  const isOpen = payments.kind !== 'off'
  const invalidSignatures = createInvalidSignatureLimiter(openLimiter)
  return {
    routes: async (api) => {
      await api.register(paymentsPlugin, {
        ...{ ...needs, fixedChargeTiyn, invIds, gateway, isOpen },
        prefix: '/payment',
      })
      if (!robokassa) return
      await api.register(webhookPlugin, {
        ...{ db, jobs, gateway, ...faults, invalidSignatures },
        prefix: '/payment/webhook',
      })
    },
    jobs: [
      registerJob(reconcileOrderJob, ({ payload }) => reconcileOrder({ db, jobs, gateway, log }, payload)),
    ],
    standIn: {
      merchant: isSandbox && robokassa ? sandboxMerchant({ http, robokassa }, loopbackFetch) : null,
    },
  }
}
