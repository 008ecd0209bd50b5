import type { Order } from '@app/domain/orders/order'
import { type EarlierPurchase, findOriginal } from '@app/domain/orders/paid-twice'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import { toOrder } from '../order-repository.ts'
import { takeAdvisoryLocks } from '../place/intent-repository.ts'

const maxComparedPurchases = 50

/**
 * Returns the paid order that this one, which is being paid, seems to repeat; null when there is
 * none. Two payments of one person take turns from here on, so that of two at once the second finds
 * the first.
 */
export async function findDuplicatePurchase(
  trx: Transaction<Tables>,
  paid: Order,
): Promise<(EarlierPurchase & { id: string }) | null> {
  const { userId } = paid.buyer
  const email = paid.buyer.email?.toLowerCase() ?? null
  const names = [...(userId ? [`payer ${userId}`] : []), ...(email ? [`payer ${email}`] : [])]
  if (names.length === 0) return null
  await takeAdvisoryLocks(trx, names)
  const rows = await trx
    .selectFrom('orders')
    .leftJoin('subscriptions', 'subscriptions.order_id', 'orders.id')
    .leftJoin('consultations', 'consultations.order_id', 'orders.id')
    .selectAll('orders')
    .select([
      sql<string | null>`coalesce(subscriptions.phone, orders.phone)`.as('present_phone'),
      ...(['subscriptions.state as program_state', 'consultations.state as meeting_state'] as const),
    ])
    .where('orders.state', '=', 'paid')
    .where('orders.product', '=', paid.product)
    .where('orders.id', '<>', paid.id)
    .where((where) =>
      where.or([
        ...(userId ? [where('orders.user_id', '=', userId)] : []),
        ...(email ? [where(where.fn<string>('lower', ['orders.email']), '=', email)] : []),
      ]),
    )
    .orderBy('paid_at', 'desc')
    .limit(maxComparedPurchases)
    .execute()
  const earlier = rows.reverse().map((row) => {
    const { buyer, ...order } = toOrder(row)
    const isRunning =
      order.product === 'subscription' ? row.program_state === 'active' : row.meeting_state !== 'held'
    return { ...order, buyer: { ...buyer, phone: row.present_phone }, isRunning }
  })
  return findOriginal(paid, earlier)
}
