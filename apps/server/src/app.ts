import { randomUUID } from 'node:crypto'
import type { OpenLimiter } from '@app/platform/limits/limiter'
import { type EventStore, openEventStore } from '@app/sandbox/analytics/event-store'
import type { Mailbox } from '@app/sandbox/mail/mailbox'
import { sandboxPlugin } from '@app/sandbox/sandbox-plugin'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import { openErrorReporter } from './analytics/error-reporter.ts'
import { posthogGateway } from './analytics/event-gateway.ts'
import { posthogEraser } from './analytics/person-eraser.ts'
import { reportingLog, watchErrors } from './analytics/watch-errors.ts'
import { apiPlugin } from './api-plugin.ts'
import type { ChecklistFiles } from './checklists/checklist-files.ts'
import { placeChecklists } from './checklists/place-checklists.ts'
import { clientConfig } from './client-config.ts'
import type { Settings } from './config.ts'
import { answerError } from './http/error-handler.ts'
import { letGoOnClose } from './http/let-go-on-close.ts'
import { type LogStream, loggerOptions } from './http/logger.ts'
import { originsOf } from './http/origins.ts'
import { readableAddress } from './http/readable-address.ts'
import { RequestLog } from './http/request-log.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import { openMessaging } from './messages/messaging.ts'
import { registerMessageJobs } from './messages/register-message-jobs.ts'
import { watchRequests } from './metrics/http-metrics.ts'
import { isAdministratorSession } from './panel/administrator-session.ts'
import { panelApiUrls } from './panel/panel-api-urls.ts'
import { PanelGate, panelFolder } from './panel/panel-gate.ts'
import { sandboxAuthenticator } from './panel/sandbox-authenticator.ts'
import { unlessSilent } from './panel/unless-silent.ts'
import { openForgeryBudget } from './payments/forgery-budget.ts'
import { robokassaGateway } from './payments/robokassa-gateway.ts'
import { sandboxDesk } from './payments/sandbox-desk.ts'
import type { WebhookOptions } from './payments/webhook-plugin.ts'
import { registerJobs } from './register-jobs.ts'
import { injectFetch } from './services/inject-fetch.ts'
import { privilegedClient } from './services/privileged-client.ts'
import type { Tables } from './services/tables.ts'
import { inlineScriptsOf, readSite } from './web/site-files.ts'
import { webPlugin } from './web/web-plugin.ts'

/** What the app stands on; opened and closed by whoever builds it. */
export type Services = {
  db: Kysely<Tables>
  ping: () => Promise<void>
  jobs: Jobs
  mailer: Pick<Mailer, 'send'>
  supabase: { url: string; publishableKey: string; secretKey: string }
  /** Sign-in, data and files when they live in this process; null when they are hosted elsewhere. */
  platform: FastifyPluginAsync | null
  /** Opens a limiter that all processes of the installation hold together. */
  openLimiter: OpenLimiter
  /** Where mails go in the sandbox; null outside of it. */
  mailbox: Mailbox | null
}

export type AppOptions = {
  /** The folder of the built site; null when the pages are served by somebody else. */
  siteDir: string | null
  /** The checklists as they were built; null when nobody built them. */
  checklists?: ChecklistFiles | null
  logStream?: LogStream
  /** Visitors' saves are answered in steps of this; see leads. */
  answerStepMs?: number
  /** The clock that messages and programs go by; the machine's own, unless a test brings one. */
  now?: () => Date
  /** Where tests pull the plug while a payment is taken in. */
  faults?: Pick<WebhookOptions, 'beforeCommit' | 'beforeAnswer'>
}

/** How long a request may take to arrive. */
const requestTimeout = 30_000

/** Composes the whole server. It neither listens nor closes the services. */
export async function buildApp(
  settings: Settings,
  services: Services,
  options: AppOptions,
): Promise<FastifyInstance> {
  const { http } = settings
  const app: FastifyInstance = Fastify({
    logger: loggerOptions(settings.logLevel, options.logStream),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    trustProxy: http.trustProxy,
    frameworkErrors: answerError,
    // An idle connection must not keep the process from stopping; one in use may finish.
    forceCloseConnections: 'idle',
    requestTimeout,
    // Node has to know the limit from the start, or it waits a minute for a body, and looks only every half a minute.
    http: { requestTimeout, connectionsCheckingInterval: 5000 },
  })
  const config = clientConfig(settings, services.supabase)
  const supabase = privilegedClient({
    ...services.supabase,
    fetch: services.platform ? injectFetch(() => app) : fetch,
  })

  const { posthog } = settings
  const analyticsFetch = posthog.kind === 'sandbox' ? injectFetch(() => app) : fetch
  const events = posthogGateway(posthog, analyticsFetch)
  const reporter = openErrorReporter(events)
  const readRequests = watchRequests(app)
  watchErrors(app, reporter)
  const isHttps = http.siteUrl.startsWith('https:')
  const panel = {
    gate: new PanelGate({
      secretKey: services.supabase.secretKey,
      isHttps,
      paths: [`/${panelFolder}`, `${http.apiPrefix}/docs`],
      isOpen: unlessSilent((sessionId) => isAdministratorSession(services.db, sessionId)),
    }),
    apiUrls: panelApiUrls(settings),
    origins: settings.panel.origins,
  }

  const site = options.siteDir && http.apiPrefix ? await readSite(options.siteDir, config) : null
  await app.register(securityHeaders, {
    inlineScripts: site ? inlineScriptsOf(site) : [],
    ...originsOf(config, Object.values(panel.apiUrls)),
    strictTransport: isHttps,
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(readableAddress)
  app.setErrorHandler(answerError)
  await app.register(letGoOnClose)

  const { payments } = settings
  const gateway = robokassaGateway(
    payments.robokassa,
    payments.kind === 'sandbox' ? injectFetch(() => app) : fetch,
  )
  services.jobs.reportTo(reportingLog(app.log, reporter))
  await registerJobs({
    ...services,
    gateway,
    events,
    eraser: posthog.erasing && posthogEraser(posthog.erasing, analyticsFetch),
    owner: settings.owner,
    siteUrl: http.siteUrl,
    log: app.log,
  })

  const messaging = openMessaging(settings, {
    db: services.db,
    log: app.log,
    supabaseUrl: services.supabase.url,
    checklists: options.checklists ?? null,
    ownFetch: injectFetch(() => app),
    now: options.now ?? (() => new Date()),
  })
  await registerMessageJobs({ ...services, messaging, log: app.log })
  app.addHook('onClose', () => messaging.sender.stop())
  const { checklists } = options
  if (checklists) app.addHook('onListen', async () => void (await placeChecklists(supabase, checklists)))

  await app.register(apiPlugin, {
    prefix: http.apiPrefix,
    db: services.db,
    ping: services.ping,
    jobs: services.jobs,
    supabase,
    secretKey: services.supabase.secretKey,
    clientConfig: config,
    owner: settings.owner,
    limits: settings.limits,
    openLimiter: services.openLimiter,
    panel,
    gateway,
    fixedChargeTiyn: payments.fixedChargeTiyn,
    forgeries: openForgeryBudget(services.openLimiter),
    administrators: { supabase, secretKey: services.supabase.secretKey, db: services.db },
    metricsToken: settings.metricsToken,
    readRequests,
    ...options.faults,
    ...messaging,
    answerStepMs: options.answerStepMs ?? 300,
  })
  if (services.platform) await app.register(services.platform)
  const desk =
    payments.kind === 'sandbox'
      ? sandboxDesk(
          settings,
          injectFetch(() => app),
        )
      : null
  const { sandbox: whatsapp } = messaging
  const received: EventStore | null = posthog.kind === 'sandbox' ? openEventStore() : null
  if (services.mailbox || desk || whatsapp || received) {
    await app.register(sandboxPlugin, {
      prefix: '/sandbox',
      mailbox: services.mailbox,
      desk,
      whatsapp,
      events: received,
      authenticator: config.sandboxAuthenticator ? sandboxAuthenticator(services.db) : null,
    })
  }
  if (site) {
    await app.register(webPlugin, {
      files: site,
      mayOpenPanel: (cookies) => panel.gate.admits(cookies, new Date()),
    })
  }
  return app
}
