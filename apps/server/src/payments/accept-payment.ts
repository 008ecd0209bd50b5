import { type PaymentNotice, type SettlementRefusal, settleOrder } from '@app/domain/orders/order'
import { subscriptionFor } from '@app/domain/subscriptions/subscription'
import type { Kysely, Transaction } from 'kysely'
import { recordPurchase } from '../analytics/record-event.ts'
import { sendEventsJob } from '../analytics/send-events.job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import { spendDeposit } from '../orders/deposit-repository.ts'
import { notifyOwnerJob } from '../orders/notify-owner.job.ts'
import { lockOrderByInvId, saveOrder } from '../orders/order-repository.ts'
import { sendReceiptJob } from '../orders/send-receipt.job.ts'
import type { Tables } from '../services/tables.ts'
import { insertSubscription } from '../subscriptions/subscription-repository.ts'
import { type PaymentCall, recordAuthenticCall } from './payment-event-repository.ts'

export type PaymentServices = {
  db: Kysely<Tables>
  jobs: Jobs
  /** Called before the transaction commits; a test's place to pull the plug. */
  beforeCommit?: (() => Promise<void>) | undefined
}

/** Why money that the provider took pays no order. */
type Refusal = SettlementRefusal | 'unknown_order'

export type Acceptance =
  | { outcome: 'settled'; orderId: string; late: boolean }
  | { outcome: 'already_settled'; orderId: string }
  | { outcome: 'refused'; reason: Refusal }

/** `payerEmail` is what the payer told the provider; it serves an order that has no e-mail. */
export type ProvenNotice = PaymentNotice & { payerEmail: string | null }

/**
 * Applies a payment notice, already proven to be the provider's, to its order: the call as it came, the order paid, its deposit
 * spent, what the purchase starts and the mails about it are one transaction. Safe to call again and at the same time with
 * the same notice. What is refused changes no order, but may be somebody's money, so the owner is told.
 */
export function acceptPayment(
  { db, jobs, beforeCommit }: PaymentServices,
  notice: ProvenNotice,
  call: PaymentCall,
): Promise<Acceptance> {
  return db.transaction().execute(async (trx) => {
    const acceptance = await settle(trx, jobs, notice, call)
    await beforeCommit?.()
    return acceptance
  })
}

async function settle(
  trx: Transaction<Tables>,
  jobs: Jobs,
  notice: ProvenNotice,
  call: PaymentCall,
): Promise<Acceptance> {
  const now = new Date()
  const order = await lockOrderByInvId(trx, notice.invId)
  if (!order) {
    const reason = 'unknown_order'
    const isFirst = await recordAuthenticCall(trx, call, {
      verdict: reason,
      invId: notice.invId,
      orderId: null,
    })
    if (isFirst) await alertOwner(trx, jobs, reason, notice.invId)
    return { outcome: 'refused', reason }
  }

  const settlement = settleOrder(order, notice, now)
  const verdict = settlement.outcome === 'refused' ? settlement.reason : 'accepted'
  const isFirst = await recordAuthenticCall(trx, call, { verdict, invId: order.invId, orderId: order.id })

  if (settlement.outcome === 'refused') {
    if (isFirst) await alertOwner(trx, jobs, settlement.reason, order.invId)
    return settlement
  }
  if (settlement.outcome === 'already_settled') return { ...settlement, orderId: order.id }

  const buyer = { ...order.buyer, email: order.buyer.email ?? notice.payerEmail }
  const isOwed = order.depositTiyn > 0 && !(await spendDeposit(trx, order.id))
  const paid = { ...settlement.order, buyer, dueTiyn: isOwed ? order.depositTiyn : 0 }
  await saveOrder(trx, paid)
  const subscription = subscriptionFor(paid, now)
  if (subscription) await insertSubscription(trx, subscription)
  await jobs.enqueue(trx, sendReceiptJob, { orderId: paid.id })
  await jobs.enqueue(trx, notifyOwnerJob, { orderId: paid.id })
  await recordPurchase(trx, paid, now)
  await jobs.enqueue(trx, sendEventsJob, {})
  return { outcome: 'settled', orderId: paid.id, late: settlement.late }
}

/** The number is all that leaves the database: the owner finds the rest in the provider's cabinet. */
function alertOwner(trx: Transaction<Tables>, jobs: Jobs, alert: Refusal, invId: number): Promise<void> {
  return jobs.enqueue(trx, alertOwnerJob, { alert, reference: String(invId) })
}
