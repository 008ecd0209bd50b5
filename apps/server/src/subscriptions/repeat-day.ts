import { AppError, notFound } from '../http/app-error.ts'
import { inTransaction } from '../services/in-transaction.ts'
import { manualSend } from './manual-send.ts'
import type { DailyServices } from './queue-due-messages.ts'
import { lockSubscription } from './subscription-repository.ts'

/**
 * Sends a day's message of a program again without changing the program. Returns the message's id;
 * null when it was queued within two minutes. Throws `not_found`, `program_ended`, `opted_out` and
 * `invalid_input`.
 */
export function repeatDay(
  services: DailyServices,
  { subscriptionId, day }: { subscriptionId: string; day: number },
): Promise<string | null> {
  return inTransaction(services.db, async (trx) => {
    const subscription = await lockSubscription(trx, subscriptionId)
    if (!subscription) throw notFound()
    const { phone, category } = subscription
    if (!phone || !category) throw new AppError('invalid_input', { phone: 'phone' })
    const request = { phone, category, day, subscriptionId, updateProgress: false }
    const { messageId, isNew } = await manualSend({ ...services, db: trx }, request)
    return isNew ? messageId : null
  })
}
