import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMailbox } from '@app/sandbox/mail/mailbox'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { checklistsDir, readChecklistFiles } from './checklists/checklist-files.ts'
import type { Settings } from './config.ts'
import { describeError } from './http/describe-error.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import { openSmtpMailer } from './mail/smtp-mailer.ts'
import { keepInvIdsInRange } from './orders/inv-id-range.ts'
import { openPanel } from './panel/open-panel.ts'
import { injectFetch } from './services/inject-fetch.ts'
import { type Backend, openBackend } from './services/open-backend.ts'
import { privilegedClient } from './services/privileged-client.ts'

import { watchForStandstill } from './watchdog/watch-for-standstill.ts'

const siteDir = join(import.meta.dirname, '../../web/dist')

/** How long requests under way may take to end at a stop. */
const requestsMs = 5_000

export type Server = {
  app: FastifyInstance
  /** In the sandbox, where the administrator signs in to the test panel, once; null outside of it. */
  panelUrl: string | null
  /** From now on this process does jobs, too. */
  startWorkers: () => Promise<void>
  /** Finishes the requests under way, for five seconds at most, then closes what was opened, last opened first. */
  close: () => Promise<void>
}

/** Opens everything the settings ask for and builds the app on it. Does not listen. */
export async function openServer(
  settings: Settings,
  options: Pick<AppOptions, 'logStream' | 'faults'> = {},
): Promise<Server> {
  const mailbox = settings.mail.kind === 'sandbox' ? openMailbox() : null
  const mailer: Mailer =
    settings.mail.kind === 'smtp'
      ? openSmtpMailer(settings.mail)
      : { send: async (mail) => mailbox?.deliver(mail), verify: async () => {}, close: () => {} }
  const backend = await openBackend(settings, mailer)
  const closeBackend = async (error: unknown) => {
    await backend.close()
    throw error
  }
  const jobs = await prepare(settings, backend).catch(closeBackend)

  const ping = async () => {
    await backend.ping()
    await jobs.ping()
  }
  const checklists = await readChecklistFiles(checklistsDir)
  const app = await buildApp(
    settings,
    { ...backend, ping, jobs, mailer, mailbox },
    {
      siteDir: existsSync(join(siteDir, 'app.html')) ? siteDir : null,
      checklists,
      ...options,
    },
  ).catch(async (error: unknown) => {
    await jobs.stop()
    return closeBackend(error)
  })
  if (!checklists) app.log.warn('the checklists are not built: npm start builds them')
  mailer.verify().catch((error: unknown) => {
    app.log.warn(
      { error: describeError(error) },
      'the mail server does not answer: nobody can sign in by code',
    )
  })

  const supabase = privilegedClient({
    ...backend.supabase,
    fetch: backend.platform ? injectFetch(() => app) : fetch,
  })
  const panelUrl = await openPanel({ db: backend.db, supabase }, settings).catch((error: unknown) => {
    app.log.warn({ error: describeError(error) }, 'the administrators could not be appointed or dismissed')
    return null
  })

  const stopWatching = settings.watchdogMs
    ? watchForStandstill({ limitMs: settings.watchdogMs, ...backend, log: app.log })
    : () => {}

  return {
    app,
    panelUrl,
    startWorkers: jobs.startWorkers,
    async close() {
      app.log.info('stopping')
      stopWatching()
      await Promise.race([app.close(), sleep(requestsMs, undefined, { ref: false })])
      await jobs.stop()
      await backend.close()
      mailer.close()
    },
  }
}

/** Opens the job queue in the opened database, and keeps the orders' numbers where the settings want them. */
async function prepare({ backend, payments }: Settings, { db }: Backend): Promise<Jobs> {
  await keepInvIdsInRange(db, payments.invIds)
  return openJobs(db, { kind: backend.mode === 'embedded' ? 'pglite' : 'postgres', describeError })
}
