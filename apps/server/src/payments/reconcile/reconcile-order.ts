import type { Order, Settlement } from '@app/domain/orders/order'
import { parseAmount } from '@app/domain/payments/amount'
import { nextStepAfterNoAnswer, nextStepAfterUnpaid } from '@app/domain/payments/reconciliation'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { JobLog } from '../../jobs/job-log.ts'
import { releaseDeposit } from '../../orders/deposit/deposit-repository.ts'
import { findOrder, lockOrderByInvId, saveOrder } from '../../orders/order-repository.ts'
import { reconcileOrderJob } from '../../orders/place/reconcile-order.job.ts'
import type { Tables } from '../../services/tables.ts'
import type { PaymentGateway, StatusAnswer } from '../payment-gateway.ts'
import { acceptPayment, type PaymentServices } from '../settle/accept-payment.ts'

export type ReconcileServices = PaymentServices & {
  gateway: Pick<PaymentGateway, 'askStatus' | 'provider'>
  log: JobLog
}

/** One check of an order; `turn` counts from 0. */
export type ReconcileQuestion = { orderId: string; turn: number }

/**
 * Checks one unpaid order with the provider. A paid one is accepted like a notice; otherwise the
 * next check is scheduled, and after the last one the order expires. An order whose number was paid
 * for another one expires immediately. Test orders only expire. Concurrent checks are safe.
 */
export async function reconcileOrder(
  services: ReconcileServices,
  question: ReconcileQuestion,
): Promise<void> {
  const order = await findOrder(services.db, question.orderId)
  if (order?.state !== 'created') return
  if ((await findNextTurn(services.db, order.id)) !== question.turn) return

  const answer: StatusAnswer = order.test
    ? { outcome: 'not_found' }
    : await services.gateway.askStatus(order.invId)
  const settlement = await applyPaidAnswer(services, order, answer)
  if (settlement && settlement.outcome !== 'refused') return
  const isTaken = settlement?.reason === 'other_order'
  await scheduleNextCheck(
    services,
    order,
    question.turn,
    isTaken ? { outcome: 'not_found' } : answer,
    isTaken,
  )
}

/**
 * Applies the provider's answer to the order; null when nothing is paid. A payment that is not as
 * asked waits for the owner.
 */
async function applyPaidAnswer(
  services: ReconcileServices,
  order: Order,
  answer: StatusAnswer,
): Promise<Settlement | null> {
  if (answer.outcome !== 'known' || answer.standing.standing !== 'paid') return null
  const amountTiyn = parseAmount(answer.standing.outSum)
  if (amountTiyn === null) return null
  const { provider } = services.gateway
  const { orderId, since: paidAt, raw } = answer
  const settlement = await acceptPayment(
    services,
    { invId: order.invId, amountTiyn, test: false, product: null, orderId, paidAt, payerEmail: null },
    { provider, operation: 'status', method: 'POST', headers: {}, body: raw },
  )
  const facts = { orderId: order.id, invId: order.invId }
  if (settlement.outcome !== 'refused') {
    services.log.info(facts, 'a payment was found by asking')
    return settlement
  }
  services.log.error(
    { ...facts, reason: settlement.reason },
    'a payment found by asking does not fit its order',
  )
  return settlement
}

async function scheduleNextCheck(
  { db, jobs, log }: ReconcileServices,
  order: Order,
  turn: number,
  answer: StatusAnswer,
  isTaken: boolean,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const current = await lockOrderByInvId(trx, order.invId)
    if (current?.state !== 'created' || (await findNextTurn(trx, order.id)) !== turn) return

    const payload = { orderId: order.id, turn: turn + 1 }
    const asked = await recordAnswer(trx, order.id, answer)
    if (answer.outcome === 'no_answer') {
      log.warn({ ...payload, reason: answer.reason }, 'the status service gave no answer')
    }
    const next =
      answer.outcome === 'no_answer'
        ? nextStepAfterNoAnswer(order.createdAt, asked, new Date())
        : nextStepAfterUnpaid(order.createdAt, asked - 1)
    if (next.step === 'ask_again' && !isTaken) {
      return jobs.enqueue(trx, reconcileOrderJob, payload, { startAfter: next.at })
    }
    await releaseDeposit(trx, order.id)
    await saveOrder(trx, { ...current, state: 'expired' })
    log.info(payload, 'an order expired unpaid')
  })
}

/** Returns which question about an order comes next. */
async function findNextTurn(db: Kysely<Tables>, orderId: string): Promise<number | null> {
  const row = await db.selectFrom('orders').select('turn').where('id', '=', orderId).executeTakeFirst()
  return row?.turn ?? null
}

/** Keeps what the provider said last, how many questions it has answered, and that the next one is due. */
async function recordAnswer(
  trx: Transaction<Tables>,
  orderId: string,
  answer: StatusAnswer,
): Promise<number> {
  const standing =
    answer.outcome === 'known' ? `${answer.standing.standing} ${answer.stateCode}` : answer.outcome
  const { asked } = await trx
    .updateTable('orders')
    .set({
      provider_standing: standing,
      asked_at: sql`now()`,
      turn: sql<number>`turn + 1`,
      ...(answer.outcome !== 'no_answer' && { asked: sql<number>`asked + 1` }),
    })
    .where('id', '=', orderId)
    .returning('asked')
    .executeTakeFirstOrThrow()
  return asked
}
