import { secondPressMs } from '@app/domain/second-press'
import type { Transaction } from 'kysely'
import { AppError, notFound } from '../http/app-error.ts'
import { inTransaction } from '../services/in-transaction.ts'
import type { Tables } from '../services/tables.ts'
import { manualSend } from './manual-send.ts'
import type { DailyServices } from './queue-due-messages.ts'
import { lockSubscription } from './subscription-repository.ts'

type Repeat = { subscriptionId: string; day: number }

/**
 * Sends a program's message of one day once more, to whom the program writes; the program itself stays where it is. Answers the
 * message's id, null when the same day was asked for within two minutes and is on its way. Throws `not_found`, `program_ended`,
 * `opted_out`, and `invalid_input` for a program that cannot be written to.
 */
export function repeatDay(services: DailyServices, { subscriptionId, day }: Repeat): Promise<string | null> {
  return inTransaction(services.db, async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId)
    if (!subscription) throw notFound()
    const { phone, category } = subscription
    if (!phone || !category) throw new AppError('invalid_input', { phone: 'phone' })
    if (await isRepeatedJustNow(trx, { subscriptionId, day }, services.now())) return null
    const request = { phone, category, day, subscriptionId, updateProgress: false }
    return manualSend({ ...services, db: trx }, request)
  })
}

/** One that has failed keeps nobody from another. */
async function isRepeatedJustNow(
  trx: Transaction<Tables>,
  { subscriptionId, day }: Repeat,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .selectFrom('messages')
    .select('id')
    .where('subscription_id', '=', subscriptionId)
    .where('kind', '=', 'manual')
    .where('day', '=', day)
    .where('status', '<>', 'failed')
    .where('created_at', '>', new Date(now.getTime() - secondPressMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
