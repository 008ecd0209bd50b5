import type { LimitAddresses } from '@app/platform/limits/limit-addresses'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { ContextModule } from '../services/context-module.ts'
import { type DailyMessagingOptions, dailyMessagingPlugin } from './daily-messaging-plugin.ts'
import { dailyCron, queueDailyMessagesJob } from './queue-daily-messages.job.ts'
import { queueDueMessages } from './queue-due-messages.ts'
import { type SubscriptionOptions, subscriptionPlugin } from './subscription-plugin.ts'
import { sendUnreachedNoteJob } from './unreached/send-unreached-note.job.ts'
import { sendUnreachedNote, type UnreachedNoteServices } from './unreached/send-unreached-note.ts'

export type SubscriptionsNeeds = Omit<
  SubscriptionOptions & DailyMessagingOptions & UnreachedNoteServices,
  'limitAddresses'
> & {
  limitOwn: LimitAddresses
  limitPanel: LimitAddresses
  log: JobLog
}

/** The five days of a paid program: whose day it is, what its buyer sees, and the owner's hand on it. */
export function subscriptionsModule({
  log,
  limitOwn,
  limitPanel,
  ...needs
}: SubscriptionsNeeds): ContextModule {
  const { canMessage, hours } = needs
  return {
    routes: async (api) => {
      await api.register(subscriptionPlugin, { ...needs, limitAddresses: limitOwn, prefix: '/program' })
      for (const prefix of ['/daily-messaging', '/whatsapp/daily-messaging']) {
        await api.register(dailyMessagingPlugin, { ...needs, limitAddresses: limitPanel, prefix })
      }
    },
    jobs: [
      registerJob(sendUnreachedNoteJob, ({ payload }) => sendUnreachedNote(needs, payload.subscriptionId)),
      registerJob(
        queueDailyMessagesJob,
        async () => {
          // While messages are off, programs do not advance.
          if (!canMessage) return
          const { due, queued, unreachable } = await queueDueMessages(needs, { force: false, dryRun: false })
          if (due + unreachable > 0) log.info({ due, queued, unreachable }, 'the day’s messages are queued')
        },
        { cron: dailyCron(hours.sendAt), payload: {} },
      ),
    ],
  }
}
