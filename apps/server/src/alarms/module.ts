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
  /** Reaches this very server, where the sandbox's stand-in is. */
  loopbackFetch: typeof fetch
}

/** What the rest of the server needs of alarms. */
export type AlarmsModule = ContextModule & {
  /** One round of the watch: looks, notes, tells, and beats. For whoever keeps the time, be it a test. */
  watchOnce: () => Promise<void>
}

/** Sees what goes wrong, and tells the owner when it begins and when it is over: by mail, in Telegram, and by an outside heartbeat. */
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
    // A database that is away cannot remember what was told: then the heartbeat stops, which is told from outside.
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
