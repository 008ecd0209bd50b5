import { readdress } from '@app/domain/subscriptions/readdress'
import type { Transaction } from 'kysely'
import { contactOfPhone } from '../messages/contact-repository.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import { savePhoneOfUnpaidOrders } from '../orders/order-repository.ts'
import type { Tables } from '../services/tables.ts'
import { giveUpWaitingDays, moveWaitingDays } from './daily-message-repository.ts'
import type { DailyServices } from './queue-due-messages.ts'
import { lockSubscriptionsOfUser, type Subscription, savePhone } from './subscription-repository.ts'

/**
 * A user's programs write to `phone` from now on, and so does what waits of them for the old number. What is with
 * WhatsApp already goes its way. Answers how many programs now write elsewhere; safe to repeat.
 */
export async function changePhone(
  trx: Transaction<Tables>,
  { jobs, now }: Pick<DailyServices, 'jobs' | 'now'>,
  { userId, phone }: { userId: string; phone: string },
): Promise<number> {
  // First, so that an order which is being paid right now has its program by the time programs are looked at.
  await savePhoneOfUnpaidOrders(trx, userId, phone)
  let moved = 0
  for (const subscription of await lockSubscriptionsOfUser(trx, userId)) {
    if (await changeSubscription(trx, subscription, phone, now())) moved += 1
  }
  if (moved > 0) await jobs.enqueue(trx, sendDueMessagesJob, {})
  return moved
}

async function changeSubscription(
  trx: Transaction<Tables>,
  subscription: Subscription,
  phone: string,
  now: Date,
): Promise<boolean> {
  const change = readdress(subscription.phone, phone)
  if (change.outcome === 'unchanged') return false
  await savePhone(trx, subscription.id, phone, now)
  if (change.from === null) return true
  if (change.outcome === 'unreachable') await giveUpWaitingDays(trx, subscription.id, change.from, now)
  else {
    const { id } = await contactOfPhone(trx, change.phone)
    await moveWaitingDays(trx, subscription.id, { from: change.from, contactId: id })
  }
  return true
}
