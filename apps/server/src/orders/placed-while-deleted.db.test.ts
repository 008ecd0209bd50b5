import { lingerSeconds } from '@app/platform/testing/linger'
import { buildIntent } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { givenShop } from './given-shop.ts'

const { server, shop, buySubscription } = await givenShop()
afterAll(() => server.close())

test('an order that is placed while its account is deleted keeps neither from its end', async () => {
  const { db, admin } = server
  const { userId, token } = await server.signIn(freshEmail(timur))
  // One at the full price is left, so that the next, which a program lowers, is an order of its own.
  const left = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)
  await buySubscription({}, token)
  await sql`create function public.linger() returns trigger language plpgsql as $$
    begin perform pg_sleep(${sql.lit(lingerSeconds)}); return new; end $$`.execute(db)
  await sql`create trigger linger before insert on public.orders
    for each row execute function public.linger()`.execute(db)
  try {
    let isOver = false
    const placing = shop.placeOrder(buildIntent({ productType: 'consultation' }), token).finally(() => {
      isOver = true
    })
    while (!isOver && !(await isLingering())) await new Promise((resolve) => setTimeout(resolve, 20))
    const [{ data: isDeleted }, { invId }] = await Promise.all([
      admin.rpc('delete_account', { account_id: userId }),
      placing,
    ])
    expect(isDeleted).toBe(true)
    expect(invId).not.toBe(left.invId)
    const orders = db.selectFrom('orders').select('user_id').where('inv_id', 'in', [left.invId, invId])
    expect(await orders.execute()).toEqual([{ user_id: null }, { user_id: null }])
  } finally {
    await sql`drop function public.linger() cascade`.execute(db)
  }
})

/** Whether somebody does. Where there is one connection alone this is answered when nobody does any more. */
async function isLingering(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`.execute(
    server.db,
  )
  return rows.length > 0
}
