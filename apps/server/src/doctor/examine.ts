import { existsSync } from 'node:fs'
import { type Finding, found } from '@app/domain/doctor/findings'
import { isLocalAddress } from '../config/local-address.ts'
import type { Settings } from '../config.ts'
import { lookAtHeartbeat, lookAtTelegram } from './look-at-alarms.ts'
import { lookAtBackups, lookAtDatabase } from './look-at-database.ts'
import { lookAtClock, lookAtDisk, lookAtFolders, lookAtProcess } from './look-at-machine.ts'
import { looksAtMail } from './look-at-mail.ts'
import { lookAtPayments } from './look-at-payments.ts'
import { lookAtAnswer, lookAtCertificate, lookAtListening, lookAtName, lookAtProxy } from './look-at-site.ts'
import { lookAtWhatsapp } from './look-at-whatsapp.ts'
import type { Network } from './network.ts'
import { type Look, withTimeLimit } from './with-time-limit.ts'

/** What the doctor looks with: the network, a way to send, a clock. */
export type DoctorOptions = {
  network: Network
  send: typeof fetch
  now: () => Date
  /** Where the settings are written down. */
  envFile: string
}

/** Longer than any question waits by itself, so that what hangs is named by what knows most of it. */
const limitMs = 25_000

/** Looks at everything the settings promise, all at once, and says what it found in the order of a day's start. */
export async function examine(settings: Settings, options: DoctorOptions): Promise<Finding[]> {
  const looks = listLooks(settings, options)
  const results = await Promise.all(looks.map((look) => withTimeLimit(look, limitMs)))
  const { environment, backend, http } = settings
  return [
    found('settings_good', { environment }),
    ...lookAtProcess(backend.mode === 'embedded'),
    ...(environment === 'production' ? lookAtListening(http, isContainer()) : []),
    ...results.flat(),
  ]
}

function listLooks(settings: Settings, { network, send, now, envFile }: DoctorOptions): Look[] {
  const { alarms, backend, http, mail, whatsapp } = settings
  const site = new URL(http.siteUrl)
  const isLocal = isLocalAddress(http.siteUrl)
  const look = (check: Look['check'], work: Look['look']): Look => ({ check, look: work })
  return [
    ...(backend.mode === 'supabase'
      ? []
      : [look('disk', () => lookAtDisk(backend.dataDir, alarms.diskLowGigabytes))]),
    look('clock', () => lookAtClock(outsideServers(settings), now, send)),
    look('folders', () => lookAtFolders(backend, envFile)),
    look('database', () => lookAtDatabase(backend)),
    look('backups', () => lookAtBackups(settings, now())),
    isLocal
      ? look('dns', async () => [found('site_local', { site: http.siteUrl })])
      : look('dns', () => lookAtName(site.hostname, network)),
    ...(site.protocol === 'https:' ? [look('tls', () => lookAtCertificate(site, now()))] : []),
    look('site', () => lookAtAnswer(http, send)),
    look('proxy', () => lookAtProxy(http, send)),
    ...(mail.kind === 'smtp'
      ? looksAtMail(mail, network)
      : [look('smtp', async () => [found('mail_sandbox', {})])]),
    look('payments', () => lookAtPayments(settings, send)),
    look('whatsapp', () => lookAtWhatsapp(whatsapp, send)),
    look('telegram', () => lookAtTelegram(alarms, send)),
    // What is for this machine only need not be missed elsewhere.
    ...(isLocal && alarms.heartbeatUrl === null
      ? []
      : [look('heartbeat', () => lookAtHeartbeat(alarms, send))]),
  ]
}

/** Docker and Podman leave these in every container. */
function isContainer(): boolean {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv')
}

/** Servers elsewhere that this installation talks to anyway; its own would agree with any clock. */
function outsideServers({ payments, whatsapp, posthog }: Settings): string[] {
  return [
    ...(payments.kind === 'robokassa' ? [payments.robokassa.baseUrl] : []),
    ...(whatsapp.kind === 'cloud' ? [whatsapp.account.graphUrl] : []),
    ...(posthog.key ? [posthog.host] : []),
  ].filter((server) => !isLocalAddress(server))
}
