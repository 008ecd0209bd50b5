import type {
  Money,
  MoneyFigures,
  MoneyGrouping,
  MoneyOrder,
  MoneyOrders,
  MoneyOrdersQuery,
  MoneyQuery,
} from '@app/contracts/desk/money'
import type { ProductType } from '@app/domain/orders/products'
import { refundDueTiyn } from '@app/domain/orders/refund'
import { almatyDays } from '@app/domain/time/almaty'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { duplicateOf } from '../../orders/panel/panel-orders-queries.ts'
import type { Tables } from '../../services/tables.ts'
import { almatyClock } from '../almaty-clock.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'

/** Returns the SQL expression that orders or refunds are grouped by. */
function groupingExpression(by: MoneyGrouping, at: string): RawBuilder<string | null> {
  switch (by) {
    case 'day':
      return sql`to_char(${almatyClock(at)}, 'YYYY-MM-DD')`
    case 'week':
      return sql`to_char(date_trunc('week', ${almatyClock(at)}), 'YYYY-MM-DD')`
    case 'product':
      return sql`product`
    case 'source':
      return source
  }
}

/** A subquery for each order, because a join would read all orders. */
const source = sql<string | null>`(
  select source from desk_person_orders join desk_people on desk_people.id = person_id where order_id = orders.id)`

type PaidRow = { key: string | null; paid: number; paid_tiyn: number; due_tiyn: number }
type RefundRow = { key: string | null; product: ProductType; charge_tiyn: number; program_day: number | null }

/** Sums payments, refunds and debts. Payments and refunds count on their own days. */
export async function sumMoney(db: Kysely<Tables>, query: MoneyQuery): Promise<Money> {
  const { begins, ends } = almatyDays(query)
  const paid = await sql<PaidRow>`
    select ${groupingExpression(query.by, 'paid_at')} as key, count(*)::int as paid, sum(charge_tiyn)::float8 as paid_tiyn,
      sum(orders.due_tiyn)::float8 as due_tiyn
    from orders
    where paid_at >= ${begins} and paid_at < ${ends} and not test
    group by 1`.execute(db)
  const refunds = await sql<RefundRow>`
    select ${groupingExpression(query.by, 'acted_at')} as key, product, charge_tiyn, order_acts.program_day
    from order_acts join orders on orders.id = order_acts.order_id
    where acted_at >= ${begins} and acted_at < ${ends} and act = 'refunded' and not test`.execute(db)

  const total = noFigures()
  const groups = new Map<string | null, MoneyFigures>()
  const add = (key: string | null, change: (figures: MoneyFigures) => void) => {
    const group = groups.get(key) ?? noFigures()
    groups.set(key, group)
    change(group)
    change(total)
  }
  for (const row of paid.rows) {
    add(row.key, (figures) => {
      figures.paid += row.paid
      figures.paidTiyn += Number(row.paid_tiyn)
      figures.dueTiyn += Number(row.due_tiyn)
    })
  }
  for (const row of refunds.rows) {
    add(row.key, (figures) => {
      figures.refunded += 1
      figures.refundedTiyn += refundDueTiyn(
        { product: row.product, chargeTiyn: row.charge_tiyn },
        row.program_day,
      )
    })
  }
  const byKey = [...groups].map(([key, figures]) => ({ key, ...figures }))
  const isInTime = query.by === 'day' || query.by === 'week'
  return {
    total,
    groups: byKey.sort((a, b) =>
      isInTime ? String(b.key).localeCompare(String(a.key)) : b.paidTiyn - a.paidTiyn,
    ),
  }
}

const noFigures = (): MoneyFigures => ({ paid: 0, paidTiyn: 0, refunded: 0, refundedTiyn: 0, dueTiyn: 0 })

/** A page of orders, by the day they were paid or else placed, newest first. Throws `RangeError`. */
export async function listMoneyOrders(
  db: Kysely<Tables>,
  query: MoneyOrdersQuery,
  { limit }: { limit: number },
): Promise<MoneyOrders> {
  const place = query.after === undefined ? null : decodeCursor(query.after, 'timestamptz')
  const rows = await rowColumns(selectOrders(db, query))
    .$if(place !== null, (found) =>
      found.where(
        sql<boolean>`(coalesce(paid_at, created_at), orders.id) < (${place?.[0]}::text::timestamptz, ${place?.[1]}::uuid)`,
      ),
    )
    .orderBy(orderTime, 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    orders: shown.map(toMoneyOrder),
    next: rows.length > limit && last ? encodeCursor([last.place, last.id]) : null,
  }
}

/** Returns the ids of all found orders in order. */
export function moneyOrderIds(db: Kysely<Tables>, look: MoneyOrdersFilter) {
  return selectOrders(db, look).select([
    'orders.id',
    sql<string>`row_number() over (order by ${orderTime} desc, orders.id desc)`.as('place'),
  ])
}

/** Orders by their ids, in any order. */
export async function readMoneyOrders(db: Kysely<Tables>, ids: readonly string[]): Promise<MoneyOrder[]> {
  const rows = await rowColumns(db.selectFrom('orders').where('orders.id', 'in', ids)).execute()
  return rows.map(toMoneyOrder)
}

type MoneyOrdersFilter = Omit<MoneyOrdersQuery, 'after'>

const orderTime = sql<Date>`coalesce(paid_at, created_at)`

function selectOrders(db: Kysely<Tables>, look: MoneyOrdersFilter) {
  const { begins, ends } = almatyDays(look)
  return db
    .selectFrom('orders')
    .where(orderTime, '>=', begins)
    .where(orderTime, '<', ends)
    .$if(look.state === 'due', (found) => found.where(sql<boolean>`orders.due_tiyn > 0`))
    .$if(look.state !== undefined && look.state !== 'due', (found) =>
      found.where('orders.state', '=', look.state === 'due' ? 'paid' : (look.state ?? 'paid')),
    )
    .$if(look.product !== undefined, (found) => found.where('product', '=', look.product ?? 'subscription'))
}

function rowColumns(orders: ReturnType<typeof selectOrders>) {
  return orders
    .leftJoin('desk_person_orders', 'desk_person_orders.order_id', 'orders.id')
    .leftJoin('desk_people', 'desk_people.id', 'person_id')
    .select(['orders.id', 'inv_id', 'product', 'orders.state', 'test', 'is_gift'])
    .select(['charge_tiyn', 'orders.due_tiyn'])
    .select(duplicateOf)
    .select(['person_id', 'desk_people.name', 'orders.name as typed_name', 'desk_people.source'])
    .select([orderTime.as('at'), sql<string>`coalesce(paid_at, created_at)::text`.as('place')])
}

type FoundOrder = Awaited<ReturnType<ReturnType<typeof rowColumns>['executeTakeFirstOrThrow']>>

function toMoneyOrder(row: FoundOrder): MoneyOrder {
  return {
    ...{ orderId: row.id, invId: row.inv_id, product: row.product, state: row.state, test: row.test },
    ...{
      isGift: row.is_gift,
      repeats: row.duplicate_of,
      chargeTiyn: row.charge_tiyn,
      dueTiyn: row.due_tiyn,
      at: row.at.toISOString(),
    },
    ...{ personId: row.person_id, name: row.name ?? row.typed_name, source: row.source },
  }
}
