import { createTelegramChat } from '@app/sandbox/telegram/chat'
import type { Kysely } from 'kysely'
import type { Settings } from '../config.ts'
import { describeError } from '../http/describe-error.ts'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { telegramBot } from '../telegram/telegram-bot.ts'
import { createErrorCounter } from './count-errors.ts'
import { everyMinute } from './every-minute.ts'
import { createHeartbeat } from './heartbeat.ts'
import { mailChannel, telegramChannel } from './owner-channels.ts'
import { queueOwnerMessages } from './owner-message-repository.ts'
import { recordBeatJob } from './record-beat.job.ts'
import { recordBeat } from './record-beat.ts'
import { sendDueOwnerMessages } from './send-due-owner-messages.ts'
import { createInstallationWatch } from './watch-installation.ts'

export type AlarmsNeeds = Pick<Settings, 'alarms' | 'backend' | 'owner'> & {
  siteUrl: string
  db: Kysely<Tables>
  mailer: Pick<Mailer, 'send'>
  /** Throws when the database or the queue does not answer. */
  ping: () => Promise<void>
  canMessage: boolean
  now: () => Date
  log: JobLog
  /** A fetch to this server, for the sandbox. */
  loopbackFetch: typeof fetch
}

/** The part of the alarms that the rest of the server uses. */
export type AlarmsModule = ContextModule & {
  /** Runs all due checks once and sends the due messages. */
  watchOnce: () => Promise<void>
}

/**
 * Watches the installation and reports the start and end of incidents by mail, in Telegram and by
 * an outside heartbeat.
 */
export function alarmsModule(needs: AlarmsNeeds): AlarmsModule {
  const { alarms, backend, owner, siteUrl, db, mailer, ping, canMessage, now, log, loopbackFetch } = needs
  const { telegram, heartbeatUrl, diskLowGigabytes, leadsPerDay } = alarms
  const call = telegram.kind === 'sandbox' ? loopbackFetch : fetch
  const channels = [
    mailChannel(mailer, owner.email),
    ...(telegram.kind === 'off' ? [] : [telegramChannel(telegramBot(telegram.account, call))]),
  ]
  const errors = createErrorCounter(now)
  const telling = { db, channels, siteUrl, now, log }
  const watch = createInstallationWatch({
    ...telling,
    ...{ canMessage, diskLowGigabytes, leadsPerDay },
    dataDir: backend.mode === 'supabase' ? null : backend.dataDir,
    flushErrors: () => errors.flush(db),
  })
  const beat = createHeartbeat({ url: heartbeatUrl, db, ping, call: fetch, now, log })

  async function watchOnce(): Promise<void> {
    // Without a database nothing can be recorded; then the heartbeat stops, which alerts from
    // outside.
    await watch().catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'the watch failed; it is tried again in a minute')
    })
    await beat()
  }

  let stopWatching = async () => {}
  return {
    watchOnce,
    watch: errors.watch,
    jobs: [
      registerJob(alertOwnerJob, async ({ payload: { alert, reference = null } }) => {
        const open = channels.map(({ channel }) => channel)
        await db
          .transaction()
          .execute((trx) => queueOwnerMessages(trx, { alert, reference }, { channels: open, now: now() }))
        await sendDueOwnerMessages(telling)
      }),
      registerJob(recordBeatJob, () => recordBeat(db, now()), { cron: '* * * * *', payload: {} }),
    ],
    standIn: { telegram: telegram.kind === 'sandbox' ? createTelegramChat(telegram.account) : null },
    async start() {
      stopWatching = everyMinute(watchOnce)
    },
    stop: () => stopWatching(),
  }
}
