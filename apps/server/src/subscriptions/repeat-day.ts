import { AppError, notFound } from '../http/app-error.ts'
import { manualSend } from './manual-send.ts'
import type { DailyServices } from './queue-due-messages.ts'
import { lockSubscription } from './subscription-repository.ts'

/**
 * Sends a program's message of one day once more, to whom the program writes; the program itself stays where it is. Answers the
 * message's id. Throws `not_found`, `program_ended`, `opted_out`, and `invalid_input` for a program that cannot be written to.
 */
export async function repeatDay(
  services: DailyServices,
  { subscriptionId, day }: { subscriptionId: string; day: number },
): Promise<string> {
  const subscription = await services.db.transaction().execute((trx) => lockSubscription(trx, subscriptionId))
  if (!subscription) throw notFound()
  const { phone, category } = subscription
  if (!phone || !category) throw new AppError('invalid_input', { phone: 'phone' })
  return manualSend(services, { phone, category, day, subscriptionId, updateProgress: false })
}
