import type { Order } from '@app/domain/orders/order'
import { refundOrder as decide, dueAfterRefundOfProgram, refundDueTiyn } from '@app/domain/orders/refund'
import type { Kysely, Transaction } from 'kysely'
import { AppError, notFound } from '../../http/app-error.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { inTransaction } from '../../services/in-transaction.ts'
import type { Tables } from '../../services/tables.ts'
import { findDepositHolder, releaseDeposit, withdrawDeposit } from '../deposit/deposit-repository.ts'
import { sendRefundNoteJob } from '../mails/send-refund-note.job.ts'
import { lockOrder, saveOrder } from '../order-repository.ts'
import { resumeDuplicates } from '../paid-twice/resume-duplicates.ts'

export type RefundServices = {
  db: Kysely<Tables>
  now: () => Date
  jobs: Pick<Jobs, 'enqueue'>
  /** Ends the program that an order started, and answers how many of its days were sent; null when the order started none. */
  endSubscription: (trx: Transaction<Tables>, orderId: string, now: Date) => Promise<number | null>
}

/**
 * Records a refund: ends the program, releases its deposit, charges the difference of a lowered
 * paid consultation, and mails the buyer. Returns false when it was recorded before. `actor` is
 * null for the service key. Throws `not_found` and `order_not_paid`.
 */
export function refundOrder(
  { db, now, jobs, endSubscription }: RefundServices,
  orderId: string,
  actor: string | null,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order) throw notFound()
    const refund = decide(order)
    if (refund.outcome === 'refused') throw new AppError('order_not_paid')
    if (refund.outcome === 'already_refunded') return false

    await saveOrder(trx, refund.order)
    await releaseDeposit(trx, order.id)
    await withdrawDeposit(trx, order.id)
    const sentDays = await endSubscription(trx, order.id, now())
    await resumeDuplicates(trx, order, now())
    await addDueToConsultation(trx, order, sentDays)
    await recordRefund(trx, { orderId, actor, sentDays, at: now() })
    await jobs.enqueue(trx, sendRefundNoteJob, { orderId })
    return true
  })
}

/**
 * Locks the consultation after the program. Payments lock them in the reverse order, but only for
 * unpaid consultations, so no deadlock occurs.
 */
async function addDueToConsultation(trx: Transaction<Tables>, program: Order, sentDays: number | null) {
  const holder = await findDepositHolder(trx, program.id)
  const consultation = holder?.state === 'paid' ? await lockOrder(trx, holder.orderId) : null
  // A refunded consultation owes nothing.
  if (consultation?.state !== 'paid') return
  const dueTiyn = dueAfterRefundOfProgram(consultation, program, refundDueTiyn(program, sentDays))
  await saveOrder(trx, { ...consultation, dueTiyn })
}

type recordRefund = { orderId: string; actor: string | null; sentDays: number | null; at: Date }

async function recordRefund(trx: Transaction<Tables>, { orderId, actor, sentDays, at }: recordRefund) {
  await trx
    .insertInto('order_acts')
    .values({ order_id: orderId, act: 'refunded', actor, program_day: sentDays, acted_at: at })
    .execute()
}
