import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SandboxOptions, sandboxPlugin } from '@app/sandbox/sandbox-plugin'
import type { FastifyInstance } from 'fastify'
import { apiPlugin } from './api-plugin.ts'
import { type Ground, listModules } from './app.ts'
import { type Backend, type BackendOverrides, openBackend } from './backend/open-backend.ts'
import { checklistsDir, readChecklistFiles } from './checklists/checklist-files.ts'
import { clientConfig } from './client-config.ts'
import type { Settings } from './config.ts'
import { closeConnections } from './http/close-connections.ts'
import { describeError } from './http/describe-error.ts'
import { answerError } from './http/error-handler.ts'
import type { LogStream } from './http/logger.ts'
import { openHttp } from './http/open-http.ts'
import { originsOf } from './http/origins.ts'
import { readableAddress } from './http/readable-address.ts'
import { securityHeaders } from './http/security-headers.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import { openMail } from './mail/open-mailer.ts'
import type { ApiRoute } from './openapi/collect-routes.ts'
import { keepInvIdsInRange } from './orders/inv-id-range.ts'
import type { ContextModule } from './services/context-module.ts'
import { injectFetch } from './services/inject-fetch.ts'
import { privilegedClient } from './services/privileged-client.ts'
import { watchForStandstill } from './watchdog/watch-for-standstill.ts'
import { inlineScriptsOf, readSite } from './web/site-files.ts'
import { type WebOptions, webPlugin } from './web/web-plugin.ts'

const builtSite = join(import.meta.dirname, '../../web/dist')

/** How long requests under way may take to end at a stop. */
const requestsMs = 5_000

/** How one server differs from what its settings make of it; all but the log is for tests and benches. */
export type Overrides = BackendOverrides &
  Partial<Pick<Ground, 'now' | 'answerStepMs' | 'faults' | 'checklists'>> & {
    logStream?: LogStream
    /** In place of the one that the settings ask for; the mailbox, if there is one, then stays empty. */
    mailer?: Pick<Mailer, 'send'> | undefined
    backend?: Backend
    jobs?: Jobs
    /** The folder of the built site; null serves no pages. */
    siteDir?: string | null
  }

export type Server = Pick<Backend, 'db' | 'supabase'> & {
  app: FastifyInstance
  jobs: Jobs
  /** What stands in for the outside world here; null for what is real. */
  standIns: SandboxOptions
  /** In the sandbox, once it has started, where the administrator signs in to the panel, once; null outside of it. */
  panelUrl: () => string | null
  /** Appoints the administrators, places files and begins to watch. Call it once, before the server listens. */
  start: () => Promise<void>
  /** From now on this process does jobs, too. */
  startWorkers: () => Promise<void>
  /** Finishes the requests under way, for five seconds at most, then closes what was opened, last opened first. */
  close: () => Promise<void>
}

/**
 * Opens everything the settings ask for and composes the server on it: the one place where that is done, for the product as for
 * its tests. It does not listen.
 */
export async function openServer(settings: Settings, overrides: Overrides = {}): Promise<Server> {
  const app = openHttp(settings, overrides.logStream)
  const opened = openMail(settings.mail)
  const mail = { ...opened, mailer: { ...opened.mailer, ...overrides.mailer } }
  const backend = overrides.backend ?? (await openBackend(settings, mail.mailer, overrides))
  const close: (() => unknown)[] = [mail.mailer.close, backend.close]
  try {
    await keepInvIdsInRange(backend.db, settings.payments.invIds)
    const jobs = overrides.jobs ?? (await openJobs(backend.db, { kind: backend.kind, describeError }))
    close.push(jobs.stop)
    const composed = await compose(app, settings, { ...overrides, backend, jobs, mail })
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
      async close() {
        app.log.info('stopping')
        stopWatching()
        await Promise.race([app.close(), sleep(requestsMs, undefined, { ref: false })])
        await closeAll(close)
      },
    }
  } catch (error) {
    await closeAll(close)
    throw error
  }
}

type Opened = Overrides & Pick<Ground, 'mail' | 'jobs'> & { backend: Backend }

/** Puts every context, the platform, the stand-ins and the pages on the server. */
async function compose(app: FastifyInstance, settings: Settings, opened: Opened) {
  const { backend, jobs } = opened
  const { http } = settings
  const ownFetch = injectFetch(() => app)
  const config = clientConfig(settings, backend.supabase)
  const apiRoutes: ApiRoute[] = []
  const ping = async () => {
    await backend.ping()
    await jobs.ping()
  }
  const { checklists = await readChecklistFiles(checklistsDir) } = opened
  const { modules, panel, analytics } = await listModules(settings, {
    ...{ ...backend, ping, jobs, ownFetch, checklists, apiRoutes, clientConfig: config, log: app.log },
    mail: opened.mail,
    supabase: privilegedClient({ ...backend.supabase, fetch: backend.platform ? ownFetch : fetch }),
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

  const { siteDir = existsSync(join(builtSite, 'app.html')) ? builtSite : null } = opened
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
  await app.register(closeConnections)

  await app.register(apiPlugin, {
    prefix: http.apiPrefix,
    modules,
    routes: apiRoutes,
    pagesOrigin: URL.canParse(config.apiUrl) ? new URL(config.siteUrl).origin : null,
    panelOrigins: settings.panel.origins,
  })
  if (backend.platform) await app.register(backend.platform)
  const standIns = standInsOf(modules)
  if (Object.values(standIns).some(Boolean)) {
    await app.register(sandboxPlugin, { prefix: '/sandbox', ...standIns })
  }
  if (site) {
    const admits: WebOptions['admits'] = (cookies, needs) =>
      panel.gate.admits(cookies, { needs, now: new Date() })
    await app.register(webPlugin, { files: site, admits })
  }
  return { modules, ping, standIns, panelUrl: panel.signInUrl }
}

function standInsOf(modules: readonly ContextModule[]): SandboxOptions {
  const all: SandboxOptions = { mailbox: null, desk: null, whatsapp: null, events: null, authenticator: null }
  for (const { standIn } of modules) Object.assign(all, standIn)
  return all
}

/** Closes what was opened, last opened first. */
async function closeAll(close: (() => unknown)[]): Promise<void> {
  for (const each of close.toReversed()) await each()
}
