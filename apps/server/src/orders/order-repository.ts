import { randomInt } from 'node:crypto'
import type { Buyer, Order } from '@app/domain/orders/order'
import type { ProductType } from '@app/domain/orders/products'
import { categoryOf } from '@app/domain/result/categories'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { InvIdRange } from '../config/payments.ts'
import type { Tables } from '../services/tables.ts'
import type { OrderRow } from './order-tables.ts'
import { type BrowserProof, belongToBrowser } from './own-orders.ts'

export type NewOrder = Pick<
  Order,
  | 'id'
  | 'product'
  | 'priceTiyn'
  | 'depositTiyn'
  | 'chargeTiyn'
  | 'test'
  | 'buyer'
  | 'isGift'
  | 'isConfirmedDuplicate'
> & { source: string | null }

/** When nine tenths of the range are used, all of these fail once in 40,000 orders. */
const maxTries = 100

/**
 * Inserts an order under a random number of the range that no order has. Numbers of orders that the
 * database has lost are not known here, and so a number is never the next one.
 */
export async function insertOrder(
  trx: Transaction<Tables>,
  order: NewOrder,
  { from, to }: InvIdRange,
): Promise<Order> {
  for (let tries = 0; tries < maxTries; tries++) {
    const row = await insertNumbered(trx, order, randomInt(from, to + 1))
    if (row) return toOrder(row)
  }
  throw new Error(`PAYMENTS_INV_ID_TO: nearly every order number from ${from} to ${to} is used`)
}

function insertNumbered(trx: Transaction<Tables>, order: NewOrder, invId: number) {
  return trx
    .insertInto('orders')
    .values({
      id: order.id,
      inv_id: invId,
      product: order.product,
      price_tiyn: order.priceTiyn,
      deposit_tiyn: order.depositTiyn,
      charge_tiyn: order.chargeTiyn,
      test: order.test,
      source: order.source,
      is_gift: order.isGift,
      ...toBuyerColumns(order.buyer),
      placed_signed_in: order.buyer.userId !== null,
      is_wanted_again: order.isConfirmedDuplicate,
    })
    .onConflict((conflict) => conflict.column('inv_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function findOrder(db: Kysely<Tables>, orderId: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  return row ? toOrder(row) : null
}

/** Locks an order until the transaction ends. */
export async function lockOrder(trx: Transaction<Tables>, orderId: string): Promise<Order | null> {
  const row = await trx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

/** Locks the order with this number until the transaction ends. */
export async function lockOrderByInvId(trx: Transaction<Tables>, invId: number): Promise<Order | null> {
  const row = await trx
    .selectFrom('orders')
    .selectAll()
    .where('inv_id', '=', invId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

/** The unpaid orders of a product that somebody who proved to be their buyer may continue, newest first. Held in the order that others hold several in. */
export async function lockOpenOrders(
  trx: Transaction<Tables>,
  product: ProductType,
  proof: BrowserProof & { userId: string | null; test: boolean },
): Promise<Order[]> {
  const rows = await trx
    .selectFrom('orders')
    .selectAll()
    .where('product', '=', product)
    .where('state', '=', 'created')
    .where('test', '=', proof.test)
    .where((where) =>
      where.or([
        ...(proof.userId ? [where('user_id', '=', proof.userId)] : []),
        where.and([where('user_id', 'is', null), belongToBrowser(where, proof)]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(toOrder).sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
}

/** Saves the buyer, the gift flag and the confirmation of an unpaid order. */
export async function saveBuyer(trx: Transaction<Tables>, order: Order): Promise<Order> {
  await trx
    .updateTable('orders')
    .set({
      ...toBuyerColumns(order.buyer),
      is_gift: order.isGift,
      is_wanted_again: order.isConfirmedDuplicate,
      updated_at: sql`now()`,
    })
    .where('id', '=', order.id)
    .execute()
  return order
}

/** Saves what changes in an order's life: its state, when it was paid, what is still owed, what it repeats, and where its receipt goes. */
export async function saveOrder(trx: Transaction<Tables>, order: Order): Promise<void> {
  await trx
    .updateTable('orders')
    .set({
      state: order.state,
      paid_at: order.paidAt,
      due_tiyn: order.dueTiyn,
      repeats_order_id: order.duplicateOfOrderId,
      email: order.buyer.email,
      updated_at: sql`now()`,
    })
    .where('id', '=', order.id)
    .execute()
}

/**
 * Saves the buyer's new phone to unpaid orders, because a later payment starts the program with it.
 * `isOwn` recognizes the buyer's own numbers.
 */
export async function savePhoneOfUnpaidOrders(
  trx: Transaction<Tables>,
  { userId, phone, isOwn }: { userId: string; phone: string; isOwn: (typed: string | null) => boolean },
): Promise<void> {
  const unpaid = await trx
    .selectFrom('orders')
    .select(['id', 'phone'])
    .where('user_id', '=', userId)
    .where('is_gift', '=', false)
    .where('state', 'not in', ['paid', 'refunded'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const ids = unpaid.filter((order) => isOwn(order.phone)).map(({ id }) => id)
  if (ids.length === 0) return
  await trx.updateTable('orders').set({ phone, updated_at: sql`now()` }).where('id', 'in', ids).execute()
}

function toBuyerColumns({ subcategory, userId, leadId, email, name, phone }: Buyer) {
  return {
    user_id: userId,
    lead_id: leadId,
    email,
    name,
    phone,
    category: subcategory && categoryOf(subcategory),
    subcategory,
  }
}

export function toOrder(row: Selectable<OrderRow>): Order {
  return {
    id: row.id,
    invId: row.inv_id,
    product: row.product,
    priceTiyn: row.price_tiyn,
    depositTiyn: row.deposit_tiyn,
    chargeTiyn: row.charge_tiyn,
    dueTiyn: row.due_tiyn,
    currency: row.currency,
    state: row.state,
    test: row.test,
    buyer: {
      userId: row.user_id,
      leadId: row.lead_id,
      email: row.email,
      name: row.name,
      phone: row.phone,
      subcategory: row.subcategory,
    },
    isPlacedSignedIn: row.placed_signed_in,
    isGift: row.is_gift,
    isConfirmedDuplicate: row.is_wanted_again,
    duplicateOfOrderId: row.repeats_order_id,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  }
}
