import type { Orders, PaymentStatus } from '@app/contracts/payments'
import { maskPhone } from '@app/domain/messages/phone'
import { paymentStatusOf } from '@app/domain/orders/order'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../services/tables.ts'
import type { OrderRow } from '../order-tables.ts'

const orderColumns = [
  'id',
  'inv_id',
  'product',
  'price_tiyn',
  'deposit_tiyn',
  'charge_tiyn',
  'due_tiyn',
  'state',
  'created_at',
  'paid_at',
] as const

const maxListed = 100

const isHeld =
  sql<boolean>`exists (select from consultations where order_id = orders.id and state = 'held')`.as('is_held')

const startsAt = sql<Date | null>`(select starts_at from consultations where order_id = orders.id)`.as(
  'starts_at',
)

/** The place where a gift goes: the number may have been mended since it was ordered. */
const giftPhone = sql<string | null>`case when is_gift then coalesce(
  (select subscriptions.phone from subscriptions where order_id = orders.id), orders.phone) end`.as(
  'gift_phone',
)

/** Lists the orders of a user, paid or not, newest first. */
export async function listOrders(db: Kysely<Tables>, userId: string): Promise<Orders> {
  const rows = await db
    .selectFrom('orders')
    .select([...orderColumns, 'is_gift'])
    .select([isHeld, startsAt, giftPhone])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(maxListed)
    .execute()
  return {
    orders: rows.map((row) => {
      const isConsultation = row.product === 'consultation' && row.state === 'paid'
      return {
        ...toOrderView(row),
        state: row.state,
        isHeld: isConsultation ? row.is_held : null,
        isGift: row.is_gift,
        startsAt: isConsultation ? (row.starts_at?.toISOString() ?? null) : null,
        createdAt: row.created_at.toISOString(),
      }
    }),
  }
}

type FoundOrderStatus = {
  userId: string | null
  orderId: string
  state: PaymentStatus['state']
  order: ReturnType<typeof toOrderView>
}

/** Finds an order with its owner by number; null without one. */
export async function findStatus(db: Kysely<Tables>, invId: number): Promise<FoundOrderStatus | null> {
  const row = await db
    .selectFrom('orders')
    .select([...orderColumns, 'user_id'])
    .select(giftPhone)
    .where('inv_id', '=', invId)
    .executeTakeFirst()
  if (!row) return null
  return {
    userId: row.user_id,
    orderId: row.id,
    state: paymentStatusOf(row.state),
    order: toOrderView(row),
  }
}

/** Returns true when an unpaid consultation of this user holds their deposit already. */
export async function hasOpenOrderWithDeposit(
  db: Kysely<Tables>,
  { userId, test }: { userId: string; test: boolean },
): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('deposit_uses', 'deposit_uses.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.state', '=', 'created')
    .where('deposit_uses.released_at', 'is', null)
    .where('orders.user_id', '=', userId)
    .where('orders.test', '=', test)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type ShownRow = Pick<Selectable<OrderRow>, Exclude<(typeof orderColumns)[number], 'state' | 'created_at'>>

function toOrderView(row: ShownRow & { gift_phone: string | null }) {
  return {
    orderId: row.id,
    invId: row.inv_id,
    product: row.product,
    priceTiyn: row.price_tiyn,
    depositTiyn: row.deposit_tiyn,
    chargeTiyn: row.charge_tiyn,
    dueTiyn: row.due_tiyn,
    paidAt: row.paid_at?.toISOString() ?? null,
    giftPhone: row.gift_phone && maskPhone(row.gift_phone),
  }
}

/** Returns true when an order is paid for, and the money was not given back. */
export async function isPaid(db: Kysely<Tables>, orderId: string): Promise<boolean> {
  const row = await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst()
  return row?.state === 'paid'
}
