import { type PaymentNotice, type SettlementRefusal, settleOrder } from '@app/domain/orders/order'
import { subscriptionFor } from '@app/domain/subscriptions/subscription'
import type { Kysely, Transaction } from 'kysely'
import { recordPurchase } from '../analytics/record-event.ts'
import { sendEventsJob } from '../analytics/send-events.job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import { keepDeposit } from '../orders/deposit-repository.ts'
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

export type Acceptance =
  | { outcome: 'settled'; orderId: string; late: boolean }
  | { outcome: 'already_settled'; orderId: string }
  | { outcome: 'refused'; reason: SettlementRefusal | 'unknown_order' }

/** `payerEmail` is what the payer told the provider; it serves an order that has no e-mail. */
export type ProvenNotice = PaymentNotice & { payerEmail: string | null }

/**
 * Applies a payment notice, already proven to be the provider's, to its order: the call as it came, the order paid,
 * what the purchase starts and the mails about it are one transaction. Safe to call again and at the same time with
 * the same notice; what is refused changes no order.
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
    await recordAuthenticCall(trx, call, { verdict: 'unknown_order', invId: notice.invId, orderId: null })
    return { outcome: 'refused', reason: 'unknown_order' }
  }

  const settlement = settleOrder(order, notice, now)
  const verdict = settlement.outcome === 'refused' ? settlement.reason : 'accepted'
  const isFirst = await recordAuthenticCall(trx, call, { verdict, invId: order.invId, orderId: order.id })

  if (settlement.outcome === 'refused') {
    if (settlement.reason === 'amount_mismatch' && isFirst) {
      await jobs.enqueue(trx, alertOwnerJob, { alert: 'amount_mismatch', reference: String(order.invId) })
    }
    return settlement
  }
  if (settlement.outcome === 'already_settled') return { ...settlement, orderId: order.id }

  const buyer = { ...order.buyer, email: order.buyer.email ?? notice.payerEmail }
  const paid = { ...settlement.order, buyer }
  await saveOrder(trx, paid)
  if (paid.depositTiyn > 0) await keepDeposit(trx, paid.id)
  const subscription = subscriptionFor(paid, now)
  if (subscription) await insertSubscription(trx, subscription)
  await jobs.enqueue(trx, sendReceiptJob, { orderId: paid.id })
  await jobs.enqueue(trx, notifyOwnerJob, { orderId: paid.id })
  await recordPurchase(trx, paid, now)
  await jobs.enqueue(trx, sendEventsJob, {})
  return { outcome: 'settled', orderId: paid.id, late: settlement.late }
}
