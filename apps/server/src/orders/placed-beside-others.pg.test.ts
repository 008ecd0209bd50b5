import { lingerSeconds } from '@app/platform/testing/linger'
import { buildIntent } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { endSubscriptionOfOrder } from '../subscriptions/end-subscription.ts'
import { givenShop } from './given-shop.ts'
import { refundOrder } from './refund-order.ts'

const { server, shop, buySubscription, payFor, rowOf } = await givenShop()
afterAll(() => server.close())

const consultation = () => buildIntent({ productType: 'consultation' })

test('an order that is placed while its account is deleted keeps neither from its end', async () => {
  const { db, admin } = server
  const { userId, token } = await server.signIn(freshEmail(timur))
  // One at the full price is left, so that the next, which a program lowers, is an order of its own.
  const left = await shop.placeOrder(consultation(), token)
  await buySubscription({}, token)
  const { placed, done } = await placeBeside({
    lingersAt: 'before insert on public.orders',
    token,
    other: async () => (await admin.rpc('delete_account', { account_id: userId })).data,
  })
  expect(done).toBe(true)
  expect(placed.invId).not.toBe(left.invId)
  const orders = db.selectFrom('orders').select('user_id').where('inv_id', 'in', [left.invId, placed.invId])
  expect(await orders.execute()).toEqual([{ user_id: null }, { user_id: null }])
})

test('an order that takes the deposit of one at a price of before, while the program is given back, keeps neither from its end', async () => {
  const { db } = server
  const { token } = await server.signIn(freshEmail(timur))
  const program = await shop.placeOrder(buildIntent(), token)
  await payFor(program.invId)
  const left = await shop.placeOrder(consultation(), token)
  await sql`update orders set charge_tiyn = charge_tiyn + 100 where inv_id = ${left.invId}`.execute(db)
  const services = {
    db,
    now: () => new Date(),
    jobs: { enqueue: async () => {} },
    endSubscription: endSubscriptionOfOrder,
  }
  const { placed } = await placeBeside({
    lingersAt: 'before update on public.deposit_uses',
    token,
    other: () => refundOrder(services, program.orderId, null),
  })
  expect(placed.orderId).not.toBe(left.orderId)
  expect((await rowOf(program.invId)).state).toBe('refunded')
  const held = db.selectFrom('deposit_uses').selectAll().where('released_at', 'is', null)
  expect(await held.where('program_order_id', '=', program.orderId).execute()).toEqual([])
})

/** Places a consultation, and does something else once it lingers at what it writes. */
async function placeBeside<Done>(wishes: { lingersAt: string; token: string; other: () => Promise<Done> }) {
  const { lingersAt, token, other } = wishes
  await sql`create function public.linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.lit(lingerSeconds)}); return new; end $$`.execute(server.db)
  await sql`create trigger linger ${sql.raw(lingersAt)}
    for each row execute function public.linger()`.execute(server.db)
  try {
    let isOver = false
    const placing = shop.placeOrder(consultation(), token).finally(() => {
      isOver = true
    })
    while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
    const [done, placed] = await Promise.all([other(), placing])
    return { done, placed }
  } finally {
    await sql`drop function public.linger() cascade`.execute(server.db)
  }
}

/**
 * Returns true when somebody does. Where there is one connection alone this is answered when nobody
 * does any more.
 */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    server.db,
  )
  return rows.length > 0
}
