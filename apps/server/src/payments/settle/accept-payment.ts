import {
  type PaymentNotice,
  type Settlement,
  type SettlementRefusal,
  settleOrder,
} from '@app/domain/orders/order'
import { isPausedFor } from '@app/domain/orders/paid-twice'
import { subscriptionFor } from '@app/domain/subscriptions/subscription'
import type { Kysely, Transaction } from 'kysely'
import { recordPurchase } from '../../analytics/record-event.ts'
import { sendEventsJob } from '../../analytics/send-events.job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { alertOwnerJob } from '../../mail/alert-owner.job.ts'
import { spendDeposit } from '../../orders/deposit/deposit-repository.ts'
import { notifyOwnerJob } from '../../orders/mails/notify-owner.job.ts'
import { sendReceiptJob } from '../../orders/mails/send-receipt.job.ts'
import { lockOrderByInvId, saveOrder } from '../../orders/order-repository.ts'
import { findDuplicatePurchase } from '../../orders/paid-twice/find-duplicate-purchase.ts'
import type { Tables } from '../../services/tables.ts'
import { insertSubscription } from '../../subscriptions/subscription-repository.ts'
import { type PaymentCall, recordAuthenticCall } from './payment-event-repository.ts'

export type PaymentServices = {
  db: Kysely<Tables>
  jobs: Jobs
  /** Called before the transaction commits; a test's place to pull the plug. */
  beforeCommit?: (() => Promise<void>) | undefined
}

/** `payerEmail` is what the payer told the provider; it serves an order that has no e-mail. */
export type VerifiedNotice = PaymentNotice & { payerEmail: string | null }

/**
 * Applies a verified payment notice to its order in one transaction: the call, the payment, the
 * deposit, and the jobs. Repeated and concurrent calls are safe. A refused payment changes no order
 * and alerts the owner.
 */
export function acceptPayment(
  { db, jobs, beforeCommit }: PaymentServices,
  notice: VerifiedNotice,
  call: PaymentCall,
): Promise<Settlement> {
  return db.transaction().execute(async (trx) => {
    const settlement = await settle(trx, jobs, notice, call)
    await beforeCommit?.()
    return settlement
  })
}

async function settle(
  trx: Transaction<Tables>,
  jobs: Jobs,
  notice: VerifiedNotice,
  call: PaymentCall,
): Promise<Settlement> {
  const now = new Date()
  const found = await lockOrderByInvId(trx, notice.invId)
  const settlement = settleOrder(found, notice, now)
  const verdict = settlement.outcome === 'refused' ? settlement.reason : 'accepted'
  const isFirst = await recordAuthenticCall(trx, call, {
    verdict,
    invId: notice.invId,
    orderId: found?.id ?? null,
  })

  if (settlement.outcome === 'refused' && isFirst) {
    await alertOwner(trx, jobs, settlement.reason, notice.invId)
  }
  if (settlement.outcome !== 'settled') return settlement

  const { order } = settlement
  const buyer = { ...order.buyer, email: order.buyer.email ?? notice.payerEmail }
  const isOwed = order.depositTiyn > 0 && (await spendDeposit(trx, order.id)) === 'owed'
  const settled = { ...order, buyer, dueTiyn: isOwed ? order.depositTiyn : 0 }
  const original = await findDuplicatePurchase(trx, settled)
  const paid = { ...settled, duplicateOfOrderId: original?.id ?? null }
  await saveOrder(trx, paid)
  const isPaused = original !== null && isPausedFor(paid, original)
  const subscription = subscriptionFor(paid, { now, isPaused })
  if (subscription) await insertSubscription(trx, subscription)
  await jobs.enqueue(trx, sendReceiptJob, { orderId: paid.id })
  await jobs.enqueue(trx, notifyOwnerJob, { orderId: paid.id })
  await recordPurchase(trx, paid, now)
  await jobs.enqueue(trx, sendEventsJob, {})
  return { ...settlement, order: paid }
}

/** The number is all that leaves the database: the owner finds the rest in the provider's cabinet. */
function alertOwner(
  trx: Transaction<Tables>,
  jobs: Jobs,
  alert: SettlementRefusal,
  invId: number,
): Promise<void> {
  return jobs.enqueue(trx, alertOwnerJob, { alert, reference: String(invId) })
}
