import { advanceProgress } from '@app/domain/subscriptions/daily-plan'
import { localTime } from '@app/domain/subscriptions/local-time'
import type { Transaction } from 'kysely'
import type { Message } from '../messages/message-repository.ts'
import type { Tables } from '../services/tables.ts'
import { lockSubscription, saveProgress } from './subscription-repository.ts'

/**
 * Advances a program after its day's message was sent at `sentAt`. Manual messages and those of
 * earlier rounds change nothing.
 */
export async function recordProgress(
  trx: Transaction<Tables>,
  message: Message,
  sentAt: Date,
): Promise<void> {
  if (!message.movesProgress || !message.subscriptionId || !message.day) return
  const subscription = await lockSubscription(trx, message.subscriptionId)
  if (!subscription || subscription.round !== message.round) return
  const { date } = localTime(sentAt, subscription.timezone)
  await saveProgress(
    trx,
    subscription.id,
    advanceProgress(subscription.progress, { day: message.day, date }),
    sentAt,
  )
}
