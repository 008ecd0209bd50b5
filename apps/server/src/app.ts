import { nutritionist } from '@app/content/ru/nutritionist'
import type { ClientConfig } from '@app/contracts/client-config'
import type { Subcategory } from '@app/domain/result/categories'
import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Kysely } from 'kysely'
import { accountsModule } from './accounts/module.ts'
import { alarmsModule } from './alarms/module.ts'
import { analyticsModule } from './analytics/module.ts'
import type { Backend } from './backend/open-backend.ts'
import { backupsModule } from './backups/module.ts'
import type { ChecklistFiles } from './checklists/checklist-files.ts'
import { checklistsModule } from './checklists/module.ts'
import { checklistUrl } from './checklists/upload-checklists.ts'
import type { Settings } from './config.ts'
import { consentsModule } from './consents/module.ts'
import { deskModule } from './desk/module.ts'
import { rateLimited } from './http/app-error.ts'
import type { JobLog } from './jobs/job-log.ts'
import type { Jobs } from './jobs/jobs.ts'
import { leadsModule } from './leads/module.ts'
import { mailModule } from './mail/module.ts'
import type { OpenMail } from './mail/open-mailer.ts'
import { messagesModule } from './messages/module.ts'
import { metricsModule } from './metrics/module.ts'
import type { ApiRoute } from './openapi/collect-routes.ts'
import { openApiModule } from './openapi/module.ts'
import { ordersModule } from './orders/module.ts'
import { panelModule } from './panel/module.ts'
import { type PaymentFaults, paymentsModule } from './payments/module.ts'
import { retentionModule } from './retention/module.ts'
import type { Tables } from './services/tables.ts'
import { statusModule } from './status/module.ts'
import { endSubscriptionOfOrder } from './subscriptions/end-subscription.ts'
import { findProgramReader } from './subscriptions/find-program-for.ts'
import { subscriptionsModule } from './subscriptions/module.ts'
import { recordProgress } from './subscriptions/record-progress.ts'
import { recordUndeliverable } from './subscriptions/unreached/record-undeliverable.ts'
import { visitsModule } from './visits/module.ts'

/** The services that the modules share. The caller opens and closes them. */
export type AppDependencies = {
  db: Kysely<Tables>
  ping: () => Promise<void>
  /** The same, and throws while nothing can be written. */
  checkReady: () => Promise<void>
  isStopping: () => boolean
  beginCopy: Backend['beginCopy']
  purgeSignIns: Backend['purgeSignIns']
  jobs: Jobs
  mail: OpenMail
  supabase: SupabaseClient
  supabaseUrl: string
  secretKey: string
  openLimiter: OpenLimiter
  log: JobLog
  /** A fetch to this server, for the sandbox. */
  loopbackFetch: typeof fetch
  now: () => Date
  clientConfig: ClientConfig
  checklists: ChecklistFiles | null
  /** Visitors' saves are answered in steps of this; see leads. */
  answerStepMs: number
  faults: PaymentFaults
  /** All routes of the product API, complete after registration. */
  apiRoutes: readonly ApiRoute[]
}

/** The contexts of the product, and what each needs of those before it. */
export async function listModules(settings: Settings, dependencies: AppDependencies) {
  const { db, jobs, mail, supabase, secretKey, openLimiter, log, loopbackFetch, now, clientConfig } =
    dependencies
  const { http, limits, owner, payments, posthog, whatsapp, metricsToken } = settings
  const { siteUrl } = http
  const hours = settings.dailyMessaging
  const staffAccess = { db, supabase, secretKey }
  const limitOwn = createAddressLimit(openLimiter('account', limits.account), rateLimited)
  const limitPanel = createAddressLimit(openLimiter('panel', limits.panel), rateLimited)

  const metrics = metricsModule({ db, staffAccess, metricsToken, limitAddresses: limitPanel })
  const analytics = await analyticsModule({ db, posthog, log, loopbackFetch })
  const panel = panelModule({ staffAccess, jobs, settings, limitAddresses: limitPanel, log })
  const messages = messagesModule({
    ...{ db, jobs, log, whatsapp, http, loopbackFetch, now },
    checklistUrl: (subcategory: Subcategory) =>
      checklistUrl(dependencies.supabaseUrl, subcategory, dependencies.checklists),
    onAccepted: recordProgress,
    onUndeliverable: recordUndeliverable({ jobs }),
    hours,
  })
  const { library, canMessage, wake } = messages
  const alarms = alarmsModule({
    ...settings,
    ...{ siteUrl, db, mailer: mail.mailer, ping: dependencies.ping, canMessage, now, log, loopbackFetch },
  })
  const sending = { db, jobs, supabase, now, canMessage, wake }

  const modules = [
    metrics,
    analytics,
    statusModule({ clientConfig, checkReady: dependencies.checkReady, isStopping: dependencies.isStopping }),
    mailModule({ mail, log }),
    leadsModule({ db, supabase, owner, limits, openLimiter, answerStepMs: dependencies.answerStepMs }),
    visitsModule({ db, now, secretKey, siteUrl, limits, openLimiter }),
    accountsModule({
      ...{ db, jobs, supabase, now, hours, limits, openLimiter, limitOwn, siteUrl, owner },
      ...{ mailer: mail.mailer, idleSeconds: settings.sessions.idleSeconds },
    }),
    consentsModule({ db, supabase, owner, now, limitAddresses: limitOwn }),
    ordersModule({
      ...{ db, jobs, supabase, staffAccess, siteUrl, owner, now },
      mailer: mail.mailer,
      endSubscription: endSubscriptionOfOrder,
      findReader: (orderId) => findProgramReader(db, orderId, now()),
      ...{ limitOwn, limitPanel },
    }),
    paymentsModule({
      ...{ db, jobs, supabase, payments, http, limits, openLimiter, log, loopbackFetch, canMessage, now },
      ...{ hours, library },
      faults: dependencies.faults,
    }),
    messages,
    checklistsModule({ ...sending, secretKey, limits, openLimiter, files: dependencies.checklists, log }),
    subscriptionsModule({
      ...{ ...sending, staffAccess, hours, library, limitOwn, limitPanel, log },
      ...{ mailer: mail.mailer, siteUrl, owner },
    }),
    retentionModule({ db, log, purgeSignIns: dependencies.purgeSignIns }),
    backupsModule({ ...settings, db, jobs, now, log, beginCopy: dependencies.beginCopy }),
    alarms,
    openApiModule({
      routes: dependencies.apiRoutes,
      apiUrl: clientConfig.apiUrl,
      staffAccess,
      gate: panel.gate,
      limitAddresses: limitPanel,
    }),
    panel,
    deskModule({
      ...{ ...sending, hours, staffAccess },
      endSubscription: endSubscriptionOfOrder,
      ...{ gate: panel.gate, limitAddresses: limitPanel },
      ...{ mailer: mail.mailer, owner, siteUrl, weeklyMailAt: settings.weeklyMail.at },
      isPersonMissing: payments.kind !== 'sandbox' && nutritionist === null,
    }),
  ]
  return { modules, panel, analytics, alarms }
}
