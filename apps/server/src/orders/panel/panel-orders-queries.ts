import type { PanelOrder } from '@app/contracts/panel-orders'
import { refundDueTiyn } from '@app/domain/orders/refund'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { sentDays } from '../../messages/sent-days.ts'
import type { Tables } from '../../services/tables.ts'
import { toOrder } from '../order-repository.ts'

/** A search by number or e-mail. */
export type OrderQuery = { invId: number } | { email: string } | { orderId: string }

/** Parses a search: a number is an InvId, a text with an @ an e-mail; null otherwise. */
export function parseOrderQuery(text: string): OrderQuery | null {
  if (/^\d{1,10}$/.test(text)) {
    const invId = Number(text)
    return invId >= 1 && invId <= 2 ** 31 - 1 ? { invId } : null
  }
  return text.includes('@') ? { email: text.toLowerCase() } : null
}

const maxListed = 50

/** Orders as the staff see them, newest first. */
export async function listPanelOrders(db: Kysely<Tables>, query: OrderQuery): Promise<PanelOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) => [eventsOf(eb), subscriptionOf(eb), refundedAt(eb), depositUsedBy(eb)])
    .where((eb) => {
      if ('invId' in query) return eb('orders.inv_id', '=', query.invId)
      if ('orderId' in query) return eb('orders.id', '=', query.orderId)
      return eb('orders.id', 'in', ordersOfEmail(eb, query.email))
    })
    .orderBy('orders.created_at', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map((row) => {
    const order = toOrder(row)
    const { invId, product, state, test, priceTiyn, depositTiyn, chargeTiyn, buyer } = order
    return {
      ...{ orderId: order.id, invId, product, state, test, priceTiyn, depositTiyn, chargeTiyn },
      createdAt: order.createdAt.toISOString(),
      paidAt: order.paidAt?.toISOString() ?? null,
      refundedAt: row.refunded_at?.toISOString() ?? null,
      email: buyer.email,
      name: buyer.name,
      program: row.program && { ...row.program, sentDays: row.program.sentDays.length },
      refundDueTiyn: state === 'paid' ? refundDueTiyn(order, row.program?.sentDays.length ?? null) : null,
      dueTiyn: order.dueTiyn,
      depositUsedBy: row.deposit_used_by,
      isOwedBack: order.isPlacedSignedIn,
      events: row.events.map((event) => ({
        ...event,
        receivedAt: new Date(event.receivedAt).toISOString(),
      })),
    }
  })
}

type Orders = ExpressionBuilder<Tables, 'orders'>

/** A union, because a single condition could not use both indexes. */
const ordersOfEmail = (eb: Orders, email: string) =>
  eb
    .selectFrom('orders as addressed')
    .select('addressed.id')
    .where(sql`lower(addressed.email)`, '=', email)
    .union((of) =>
      of
        .selectFrom('orders as owned')
        .innerJoin('auth.users', 'auth.users.id', 'owned.user_id')
        .select('owned.id')
        .where('auth.users.email', '=', email)
        .where('auth.users.is_sso_user', '=', false),
    )

const eventsOf = (eb: Orders) =>
  jsonArrayFrom(
    eb
      .selectFrom('payment_events')
      .select(['operation', 'verdict', 'received_at as receivedAt', 'repeats'])
      .whereRef('payment_events.order_id', '=', 'orders.id')
      .orderBy('payment_events.id'),
  ).as('events')

const subscriptionOf = (eb: Orders) =>
  jsonObjectFrom(
    eb
      .selectFrom('subscriptions')
      .select(['subscriptions.state', sentDays.as('sentDays')])
      .whereRef('subscriptions.order_id', '=', 'orders.id'),
  ).as('program')

const refundedAt = (eb: Orders) =>
  eb
    .selectFrom('order_acts')
    .select('acted_at')
    .whereRef('order_acts.order_id', '=', 'orders.id')
    .where('act', '=', 'refunded')
    .as('refunded_at')

/** The number of the paid consultation whose price a program lowered. */
export const depositUsedBy = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb
    .selectFrom('deposit_uses')
    .innerJoin('orders as consultation', 'consultation.id', 'deposit_uses.order_id')
    .select('consultation.inv_id')
    .whereRef('deposit_uses.program_order_id', '=', 'orders.id')
    .where('deposit_uses.released_at', 'is', null)
    .where('consultation.state', '=', 'paid')
    .as('deposit_used_by')

/** The number of the paid order that a paid one seems to repeat. */
export const duplicateOf = (eb: ExpressionBuilder<Tables, 'orders'>) =>
  eb
    .selectFrom('orders as first')
    .select('first.inv_id')
    .whereRef('first.id', '=', 'orders.repeats_order_id')
    .where('first.state', '=', 'paid')
    .where('orders.state', '=', 'paid')
    .as('duplicate_of')
