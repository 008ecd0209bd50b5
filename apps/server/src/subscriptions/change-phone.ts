import { toWhatsappNumber } from '@app/domain/messages/phone'
import { ownNumbers, programsFollowingAccount } from '@app/domain/subscriptions/account-programs'
import { readdress } from '@app/domain/subscriptions/readdress'
import type { Transaction } from 'kysely'
import { findOrCreateContactByPhone } from '../messages/contact-repository.ts'
import { sendDueMessagesJob } from '../messages/send-due-messages.job.ts'
import { savePhoneOfUnpaidOrders } from '../orders/order-repository.ts'
import type { Tables } from '../services/tables.ts'
import { cancelResends, moveWaitingMessages, stopWaitingMessages } from './daily-message-repository.ts'
import { findAccountPhone } from './list-own-programs.ts'
import type { DailyServices } from './queue-due-messages.ts'
import {
  listSubscriptionsOfUser,
  lockSubscriptionsOfUser,
  type Subscription,
  savePhone,
  saveUndeliverable,
} from './subscription-repository.ts'

/**
 * Moves the programs of a user's own number to `phone`, with their waiting messages; gifts stay.
 * Messages in transit are unaffected. It runs before the account gets the new number. Returns the
 * number of moved programs.
 */
export async function changePhone(
  trx: Transaction<Tables>,
  { jobs, now }: Pick<DailyServices, 'jobs' | 'now'>,
  { userId, phone }: { userId: string; phone: string },
): Promise<number> {
  // First, so that an order which is being paid right now has its program by the time programs are
  // looked at.
  const accountPhone = await findAccountPhone(trx, userId)
  const known = ownNumbers(await listSubscriptionsOfUser(trx, userId), accountPhone)
  await savePhoneOfUnpaidOrders(trx, { userId, phone, isOwn: (typed) => mayBeOwnNumber(known, typed) })
  let moved = 0
  for (const subscription of programsFollowingAccount(
    await lockSubscriptionsOfUser(trx, userId),
    accountPhone,
  )) {
    if (await changeSubscriptionPhone(trx, subscription, phone, now())) moved += 1
  }
  if (moved > 0) await jobs.enqueue(trx, sendDueMessagesJob, {})
  return moved
}

/** Without a known own number any number may be the user's. */
function mayBeOwnNumber(known: ReadonlySet<string>, typed: string | null): boolean {
  const digits = typed === null ? null : toWhatsappNumber(typed)
  return digits === null || known.size === 0 || known.has(digits)
}

/** Moves one program to `phone` with its waiting messages; returns whether anything changed. */
export async function changeSubscriptionPhone(
  trx: Transaction<Tables>,
  subscription: Subscription,
  phone: string,
  now: Date,
): Promise<boolean> {
  const change = readdress(subscription.phone, phone)
  if (change.outcome === 'unchanged') return false
  await savePhone(trx, subscription.id, phone, now)
  // Returning to a failed number means that it works again.
  const isGivenAgain = change.outcome === 'readdressed' && change.phone === subscription.undeliverablePhone
  if (isGivenAgain) await saveUndeliverable(trx, subscription.id, null)
  if (change.from === null) return true
  await cancelResends(trx, subscription.id, change.from, now)
  if (change.outcome === 'unreachable') await stopWaitingMessages(trx, subscription.id, change.from, now)
  else {
    const { id } = await findOrCreateContactByPhone(trx, change.phone)
    await moveWaitingMessages(trx, subscription.id, { from: change.from, contactId: id })
  }
  return true
}
