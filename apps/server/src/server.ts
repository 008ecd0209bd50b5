import { setTimeout as sleep } from 'node:timers/promises'
import type { AroundMigrations } from '@app/platform/database/migrate'
import { createAddressLimit } from '@app/platform/limits/limit-addresses'
import { createMemoryLimits } from '@app/platform/limits/memory-limits'
import { type SandboxOptions, sandboxPlugin } from '@app/sandbox/sandbox-plugin'
import type { FastifyInstance } from 'fastify'
import { apiPlugin } from './api-plugin.ts'
import { type AppDependencies, listModules } from './app.ts'
import { type Backend, type BackendOverrides, openBackend } from './backend/open-backend.ts'
import { copyBeforeUpdate } from './backups/copy-before-update.ts'
import { checklistsDir, readChecklistFiles } from './checklists/checklist-files.ts'
import { clientConfig } from './client-config.ts'
import type { Settings } from './config.ts'
import { rateLimited } from './http/app-error.ts'
import { closeConnections } from './http/close-connections.ts'
import { describeError } from './http/describe-error.ts'
import { answerError } from './http/error-handler.ts'
import type { LogStream } from './http/logger.ts'
import { openHttp } from './http/open-http.ts'
import { originsOf } from './http/origins.ts'
import { Outage } from './http/outage.ts'
import { readableAddress } from './http/readable-address.ts'
import { securityHeaders } from './http/security-headers.ts'
import type { JobLog } from './jobs/job-log.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import { openMail } from './mail/open-mailer.ts'
import type { ApiRoute } from './openapi/collect-routes.ts'
import type { ContextModule } from './services/context-module.ts'
import { createLoopbackFetch } from './services/loopback-fetch.ts'
import { privilegedClient } from './services/privileged-client.ts'
import { pingInTime } from './status/ping-in-time.ts'
import { openWriteProbe } from './status/write-probe.ts'
import { watchForStandstill } from './watchdog/watch-for-standstill.ts'
import { findBuiltSite, inlineScriptsOf, readSite } from './web/site-files.ts'
import { type WebOptions, webPlugin } from './web/web-plugin.ts'

/** The maximum time for open requests at a shutdown. */
const requestDrainMs = 5_000
/** A database without an answer for this long counts as unavailable. */
const pingTimeoutMs = 3_000

/**
 * The way one server differs from what its settings make of it; all but the log is for tests and
 * benches.
 */
export type Overrides = BackendOverrides &
  Partial<Pick<AppDependencies, 'now' | 'answerStepMs' | 'faults' | 'checklists'>> & {
    logStream?: LogStream
    /** Replaces the mailer of the settings. */
    mailer?: Pick<Mailer, 'send'> | undefined
    backend?: Backend
    jobs?: Jobs
    /** The folder of the built site; null serves no pages. */
    siteDir?: string | null
  }

export type Server = Pick<Backend, 'db' | 'supabase'> & {
  app: FastifyInstance
  jobs: Jobs
  /** The simulated outside services; null for real ones. */
  standIns: SandboxOptions
  /** The owner's one-time sign-in link in a started sandbox; null elsewhere. */
  panelUrl: () => string | null
  /** Appoints the owners, places files and begins to watch. Call it once, before the server listens. */
  start: () => Promise<void>
  /** Starts this process's job workers. */
  startWorkers: () => Promise<void>
  /** Runs one round of the installation watch. */
  watchOnce: () => Promise<void>
  /**
   * Announces the shutdown, serves on for the configured time, finishes open requests within five
   * seconds, and closes all services in reverse.
   */
  close: () => Promise<void>
  /** Names the step that `close` waits for at this moment. */
  waitsFor: () => string
}

/**
 * Opens everything the settings ask for and composes the server on it: the one place where that is
 * done, for the product as for its tests. It does not listen.
 */
export async function openServer(settings: Settings, overrides: Overrides = {}): Promise<Server> {
  const outage = new Outage()
  const app = openHttp(settings, overrides.logStream, outage)
  const opened = openMail(settings.mail)
  const mail = { ...opened, mailer: { ...opened.mailer, ...overrides.mailer } }
  const aroundMigrations = aroundMigrationsOf(settings, app.log)
  const backend =
    overrides.backend ?? (await openBackend(settings, mail.mailer, { ...overrides, aroundMigrations }))
  const close: ClosableService[] = [
    { name: 'mails that are being sent', close: mail.mailer.close },
    { name: 'the database', close: backend.close },
  ]
  try {
    const jobs = overrides.jobs ?? (await openJobs(backend.db, { kind: backend.kind, describeError }))
    close.push({ name: 'jobs that are under way', close: jobs.stop })
    let isStopping = false
    let waitsFor = 'nothing'
    const composed = await composeApp(app, settings, {
      ...{ ...overrides, backend, jobs, mail },
      isStopping: () => isStopping,
    })
    outage.watch({ ping: composed.readiness, info: (facts, message) => app.log.info(facts, message) })
    let stopWatching = () => {}
    return {
      ...{ app, jobs, db: backend.db, supabase: backend.supabase },
      standIns: composed.standIns,
      panelUrl: composed.panelUrl,
      async start() {
        for (const { start } of composed.modules) await start?.()
        const { watchdogMs: limitMs } = settings
        if (limitMs)
          stopWatching = watchForStandstill({ limitMs, ...backend, ping: composed.ping, log: app.log })
      },
      startWorkers: jobs.startWorkers,
      watchOnce: composed.watchOnce,
      async close() {
        app.log.info('stopping')
        isStopping = true
        waitsFor = 'those who still ask this process (DRAIN_SECONDS)'
        await sleep(settings.drainMs)
        stopWatching()
        outage.stop()
        waitsFor = 'requests that are under way'
        const areRequestsDone = await Promise.race([
          app.close().then(() => true),
          sleep(requestDrainMs, false, { ref: false }),
        ])
        if (!areRequestsDone)
          app.log.warn({ waitsFor, ms: requestDrainMs }, 'the stop waits no longer for these')
        await closeAll(close, (name) => {
          waitsFor = name
        })
      },
      waitsFor: () => waitsFor,
    }
  } catch (error) {
    await closeAll(close)
    throw error
  }
}

/** Makes a copy before an update of an own database, and logs lock waits. */
function aroundMigrationsOf(
  { backend, storage, backups }: Settings,
  log: Pick<JobLog, 'info' | 'warn'>,
): AroundMigrations {
  const waits = (migration: string) =>
    log.warn(
      { migration },
      'a migration waits for a table that somebody holds, and tries again until it has it',
    )
  if (backend.mode === 'supabase' || !backups.beforeUpdate) return { waits }
  const { passphrase } = backups
  const installation = { backend, storage }
  return { ...copyBeforeUpdate({ installation, passphrase, now: () => new Date(), log }), waits }
}

type OpenedServices = Overrides & Pick<AppDependencies, 'mail' | 'jobs' | 'isStopping'> & { backend: Backend }

/** Puts every context, the platform, the stand-ins and the pages on the server. */
async function composeApp(app: FastifyInstance, settings: Settings, opened: OpenedServices) {
  const { backend, jobs } = opened
  const { http } = settings
  const loopbackFetch = createLoopbackFetch(() => app)
  const config = clientConfig(settings, backend.supabase)
  const apiRoutes: ApiRoute[] = []
  const ping = async () => {
    await backend.ping()
    await jobs.ping()
  }
  const readiness = pingInTime(ping, pingTimeoutMs)
  const checkWrite = openWriteProbe({
    db: backend.db,
    dataDir: settings.backend.mode === 'embedded' ? settings.backend.dataDir : null,
    log: app.log,
  })
  const checkReady = pingInTime(async () => {
    await ping()
    await checkWrite()
  }, pingTimeoutMs)
  const { isStopping, checklists = await readChecklistFiles(checklistsDir) } = opened
  const { modules, panel, analytics, alarms } = await listModules(settings, {
    ...{
      ...backend,
      ping: readiness,
      checkReady,
      isStopping,
      jobs,
      loopbackFetch,
      checklists,
      apiRoutes,
      clientConfig: config,
      log: app.log,
    },
    mail: opened.mail,
    supabase: privilegedClient({ ...backend.supabase, fetch: backend.platform ? loopbackFetch : fetch }),
    supabaseUrl: backend.supabase.url,
    secretKey: backend.supabase.secretKey,
    now: opened.now ?? (() => new Date()),
    answerStepMs: opened.answerStepMs ?? 300,
    faults: opened.faults ?? {},
  })
  jobs.reportTo(analytics.reportingLog)
  for (const module of modules) {
    module.watch?.(app)
    for (const register of module.jobs ?? []) await register(jobs)
    if (module.stop) app.addHook('onClose', module.stop)
  }

  const { siteDir = findBuiltSite() } = opened
  const site = siteDir && http.apiPrefix ? await readSite(siteDir, config) : null
  await app.register(securityHeaders, {
    inlineScripts: site ? inlineScriptsOf(site) : [],
    ...originsOf(config, panel.apiUrls),
    strictTransport: http.siteUrl.startsWith('https:'),
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  await app.register(readableAddress)
  app.setErrorHandler(answerError)
  await app.register(closeConnections, { isStopping })

  await app.register(apiPlugin, {
    prefix: http.apiPrefix,
    modules,
    routes: apiRoutes,
    pagesOrigin: URL.canParse(config.apiUrl) ? new URL(config.siteUrl).origin : null,
    panelOrigins: settings.panel.origins,
  })
  if (backend.platform) await app.register(backend.platform)
  const standIns = sandboxServicesOf(modules)
  if (Object.values(standIns).some(Boolean)) {
    await app.register(sandboxPlugin, { prefix: '/sandbox', ...standIns })
  }
  if (site) {
    const admits: WebOptions['admits'] = (cookies, needs) =>
      panel.gate.admits(cookies, { needs, now: new Date() })
    // Files are sent from memory, so what each process sends of them is its own to bound.
    const limitPages = createAddressLimit(createMemoryLimits()('pages', settings.limits.pages), rateLimited)
    await app.register(webPlugin, { files: site, admits, limitAddresses: limitPages })
  }
  return { modules, ping, readiness, standIns, panelUrl: panel.signInUrl, watchOnce: alarms.watchOnce }
}

function sandboxServicesOf(modules: readonly ContextModule[]): SandboxOptions {
  const all: SandboxOptions = {
    ...{ mailbox: null, merchant: null, whatsapp: null, telegram: null, events: null, authenticator: null },
  }
  for (const { standIn } of modules) Object.assign(all, standIn)
  return all
}

type ClosableService = { name: string; close: () => unknown }

/** Closes all services in reverse order, and passes each name to `onEach`. */
async function closeAll(closings: ClosableService[], onEach?: (name: string) => void): Promise<void> {
  for (const { name, close } of closings.toReversed()) {
    onEach?.(name)
    await close()
  }
}
