import type { Kysely } from 'kysely'
import { dailyCron, queueDailyMessagesJob } from '../daily-messaging/queue-daily-messages.job.ts'
import { queueDueMessages } from '../daily-messaging/queue-due-messages.ts'
import { describeError } from '../http/describe-error.ts'
import type { JobLog, Jobs } from '../jobs/jobs.ts'
import type { Tables } from '../services/tables.ts'
import { handleMessageEventsJob } from './handle-message-events.job.ts'
import { takeReports } from './handle-message-events.ts'
import type { Messaging } from './messaging.ts'
import { sendDueMessagesJob } from './send-due-messages.job.ts'
import { tendMessagesJob } from './tend-messages.job.ts'
import { tendMessages } from './tend-messages.ts'

type Services = { db: Kysely<Tables>; jobs: Jobs; messaging: Messaging; log: JobLog }

/** Says who does the jobs around messages, and when they recur. */
export async function registerMessageJobs({ db, jobs, messaging, log }: Services): Promise<void> {
  const { sender, now, sendAt, account } = messaging
  const events = {
    db,
    now,
    random: Math.random,
    phoneNumberId: account?.phoneNumberId ?? null,
    onError: (error: unknown) =>
      log.error(
        { error: describeError(error) },
        'a report of WhatsApp could not be handled; it is tried again',
      ),
  }

  await jobs.register(sendDueMessagesJob, async () => {
    await sender.drain()
  })
  await jobs.register(handleMessageEventsJob, async () => {
    const isDone = await takeReports(events)
    sender.wake()
    if (isDone) return
    await db.transaction().execute((trx) => jobs.enqueue(trx, handleMessageEventsJob, {}))
  })
  await jobs.register(queueDailyMessagesJob, async () => {
    // While messages are off, programs wait on the day they are at.
    if (!account) return
    const { due, queued, unreachable } = await queueDueMessages(
      { db, jobs, now, sendAt },
      { force: false, dryRun: false },
    )
    if (due + unreachable > 0) log.info({ due, queued, unreachable }, 'the day’s messages are queued')
  })
  await jobs.register(tendMessagesJob, () => tendMessages({ ...events, jobs, sender }))

  jobs.schedule(queueDailyMessagesJob, dailyCron(sendAt), 'UTC', {})
  jobs.schedule(tendMessagesJob, '* * * * *', 'UTC', {})
}
