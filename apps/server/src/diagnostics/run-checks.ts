import { existsSync } from 'node:fs'
import { type Finding, found } from '@app/contracts/findings'
import { isLocalAddress } from '../config/local-address.ts'
import type { Settings } from '../config.ts'
import { checkHeartbeat, checkTelegram } from './check-alarms.ts'
import { checkBackups, checkDatabase } from './check-database.ts'
import { checkClock, checkDisk, checkFolders, checkProcess } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkPayments } from './check-payments.ts'
import { checkCertificate, checkDns, checkListening, checkProxy, checkSite } from './check-site.ts'
import { checkWhatsapp } from './check-whatsapp.ts'
import type { Network } from './network.ts'
import { type RunnableCheck, withTimeLimit } from './with-time-limit.ts'

/** The outside world as the checks reach it. Tests put in their own. */
export type DiagnosticsOptions = {
  network: Network
  send: typeof fetch
  now: () => Date
  /** The path of the settings file. */
  envFile: string
}

/** Longer than each check's own timeout, so that a check reports its own error. */
const limitMs = 25_000

/** Runs all checks of the settings at once. Returns their findings in the order of the list. */
export async function runChecks(settings: Settings, options: DiagnosticsOptions): Promise<Finding[]> {
  const checks = listChecks(settings, options)
  const results = await Promise.all(checks.map((check) => withTimeLimit(check, limitMs)))
  const { environment, backend, http } = settings
  return [
    found('settings_good', { environment }),
    ...checkProcess(backend.mode === 'embedded'),
    ...(environment === 'production' ? checkListening(http, isContainer()) : []),
    ...results.flat(),
  ]
}

function listChecks(
  settings: Settings,
  { network, send, now, envFile }: DiagnosticsOptions,
): RunnableCheck[] {
  const { alarms, backend, http, mail, whatsapp } = settings
  const site = new URL(http.siteUrl)
  const isLocal = isLocalAddress(http.siteUrl)
  const check = (name: RunnableCheck['check'], run: RunnableCheck['run']): RunnableCheck => ({
    check: name,
    run,
  })
  return [
    ...(backend.mode === 'supabase'
      ? []
      : [check('disk', () => checkDisk(backend.dataDir, alarms.diskLowGigabytes))]),
    check('clock', () => checkClock(outsideServers(settings), now, send)),
    check('folders', () => checkFolders(backend, envFile)),
    check('database', () => checkDatabase(backend)),
    check('backups', () => checkBackups(settings, now())),
    isLocal
      ? check('dns', async () => [found('site_local', { site: http.siteUrl })])
      : check('dns', () => checkDns(site.hostname, network)),
    ...(site.protocol === 'https:' ? [check('tls', () => checkCertificate(site, now()))] : []),
    check('site', () => checkSite(http, send)),
    check('proxy', () => checkProxy(http, send)),
    ...(mail.kind === 'smtp'
      ? checkMail(mail, network)
      : [check('smtp', async () => [found('mail_sandbox', {})])]),
    check('payments', () => checkPayments(settings, send)),
    check('whatsapp', () => checkWhatsapp(whatsapp, send)),
    check('telegram', () => checkTelegram(alarms, send)),
    // An installation for this machine alone needs no heartbeat.
    ...(isLocal && alarms.heartbeatUrl === null
      ? []
      : [check('heartbeat', () => checkHeartbeat(alarms, send))]),
  ]
}

/** Docker and Podman leave these in every container. */
function isContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv')
}

/** Lists other parties' servers that this installation calls anyway, because its own share its clock. */
function outsideServers({ payments, whatsapp, posthog }: Settings): string[] {
  return [
    ...(payments.kind === 'robokassa' ? [payments.robokassa.baseUrl] : []),
    ...(whatsapp.kind === 'cloud' ? [whatsapp.account.graphUrl] : []),
    ...(posthog.key ? [posthog.host] : []),
  ].filter((server) => !isLocalAddress(server))
}
