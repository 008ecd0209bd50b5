import { startGreeting } from '@app/content/ru/sandbox/sandbox'
import { DatabaseDamagedError } from '@app/platform/database/start-refused'
import type { FastifyInstance } from 'fastify'
import type { Environment } from './config/environment.ts'
import type { Settings } from './config.ts'
import { describeRefusal } from './describe-refusal.ts'
import { describeError } from './http/describe-error.ts'
import { startMaintenanceServer } from './maintenance-server.ts'
import { type Overrides, openServer, type Server } from './server.ts'
import { settingsOrExit } from './settings-or-exit.ts'
import { stopOnSignals } from './stop-signals.ts'
import { findBuiltSite } from './web/site-files.ts'

/** EX_DATAERR of sysexits, which tells the service manager not to restart. */
const damagedDatabaseExitCode = 65

/**
 * Runs the server process: it listens immediately, becomes ready after all services are open, and
 * stops on signals. Invalid settings or an unusable database are explained and end it with code 1,
 * a damaged database with 65.
 */
export async function runServer(environment: Environment, overrides: Overrides = {}): Promise<void> {
  const settings = settingsOrExit(environment)
  const waiting = await startMaintenanceServer(settings, findBuiltSite())
  let { log } = waiting
  let stop: () => Promise<void> = () => waiting.close()
  let isStopping = false
  let waitsFor = () => 'the server to be opened'
  stopOnSignals({
    stop: () => {
      isStopping = true
      return stop()
    },
    drainMs: settings.drainMs,
    onLate: () => log.error({ waitsFor: waitsFor() }, 'the stop took too long: the process ends'),
  })
  process.on('uncaughtException', (error) => {
    log.fatal({ error: describeError(error) }, 'nobody caught this')
    process.exit(1)
  })
  await listenOrExit(waiting, settings, stop)
  const server = await openOrExit(settings, overrides)
  log = server.app.log
  let underWay: Promise<void> = Promise.resolve()
  stop = async () => {
    // Requests that start later would find closed services.
    await underWay
    waitsFor = server.waitsFor
    await server.close()
  }
  const steps = [
    server.start,
    () => waiting.close(),
    () => listenOrExit(server.app, settings, server.close),
    server.startWorkers,
  ]
  for (const step of steps) {
    if (isStopping) return
    underWay = step()
    await underWay
  }
  if (isStopping) return
  if (process.getuid?.() === 0) {
    log.warn('this runs as root, whom nothing on the machine is closed to: give it a user of its own')
  }
  logStartGreeting(settings, server)
}

/** Opens the server, or says in words why it cannot, and exits. */
async function openOrExit(settings: Settings, overrides: Overrides): Promise<Server> {
  try {
    return await openServer(settings, overrides)
  } catch (error) {
    const refusal = describeRefusal(error, settings.backend)
    if (refusal === null) throw error
    console.error(refusal)
    process.exit(error instanceof DatabaseDamagedError ? damagedDatabaseExitCode : 1)
  }
}

async function listenOrExit(
  app: FastifyInstance,
  { http: { port, host } }: Settings,
  stop: () => Promise<void>,
): Promise<void> {
  try {
    await app.listen({ port, host })
  } catch (error) {
    console.error(
      `The server cannot listen on ${host}:${port} (${error instanceof Error ? error.message : error}).`,
    )
    await stop()
    process.exit(1)
  }
}

function logStartGreeting(
  { environment, panel, http: { siteUrl } }: Settings,
  { standIns, panelUrl }: Server,
): void {
  if (environment === 'production') return
  const pageOf = (standIn: object | null, path: string) => (standIn ? `${siteUrl}/sandbox/${path}` : null)
  const greeting = {
    siteUrl,
    mailboxUrl: pageOf(standIns.mailbox, 'mail'),
    whatsappUrl: pageOf(standIns.whatsapp, 'whatsapp'),
    panelUrl: panelUrl(),
    ownerEmails: panel.adminEmails,
    authenticatorUrl: pageOf(standIns.authenticator, 'authenticator'),
  }
  process.stdout.write(`${startGreeting(greeting)}\n`)
}
