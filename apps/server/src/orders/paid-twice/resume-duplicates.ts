import { isPausedFor } from '@app/domain/orders/paid-twice'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'

/**
 * Resumes a duplicate after the original's refund: its program continues and the other duplicates
 * refer to it. Nothing resumes while another program of the chain is active.
 */
export async function resumeDuplicates(
  trx: Transaction<Tables>,
  refunded: { id: string; duplicateOfOrderId: string | null },
  now: Date,
): Promise<void> {
  const chain = await listDuplicateChain(trx, refunded)
  const running = chain.filter(({ isRunning }) => isRunning)
  for (const order of chain) {
    if (order.isRunning || order.duplicateOfOrderId !== refunded.id) continue
    const original = running.find((each) => isPausedFor(order, each))
    if (original) await setOriginalOrder(trx, order.id, original.id)
    else if (order.isWaiting) {
      await resumeSubscription(trx, order.id, now)
      running.push(order)
    }
  }
}

/** Lists the paid orders that repeat this one and the one that it repeats, from the oldest. */
async function listDuplicateChain(
  trx: Transaction<Tables>,
  { id, duplicateOfOrderId }: { id: string; duplicateOfOrderId: string | null },
) {
  const rows = await trx
    .selectFrom('orders')
    .leftJoin('subscriptions', 'subscriptions.order_id', 'orders.id')
    .select(['orders.id', 'product', 'placed_signed_in', 'repeats_order_id', 'paid_at', 'paused_at'])
    .select('subscriptions.state as program_state')
    .where('orders.state', '=', 'paid')
    .where((where) =>
      where.or([
        where('repeats_order_id', '=', id),
        ...(duplicateOfOrderId ? [where('orders.id', '=', duplicateOfOrderId)] : []),
      ]),
    )
    .orderBy('paid_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isPlacedSignedIn: row.placed_signed_in,
    duplicateOfOrderId: row.repeats_order_id,
    isRunning: row.program_state === 'active' && row.paused_at === null,
    // A payment pauses at its own instant; the owner's pause comes later.
    isWaiting:
      row.product === 'consultation' ||
      (row.program_state === 'active' && row.paused_at?.getTime() === row.paid_at?.getTime()),
  }))
}

async function setOriginalOrder(trx: Transaction<Tables>, id: string, originalId: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ repeats_order_id: originalId, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

async function resumeSubscription(trx: Transaction<Tables>, orderId: string, now: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ paused_at: null, updated_at: now })
    .where('order_id', '=', orderId)
    .execute()
}
