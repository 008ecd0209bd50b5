import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notifyOrphanedConsultations } from './notify-orphaned-consultations.ts'

let server: GivenServer
let shop: Shop

beforeAll(async () => {
  // Real orders: of those in the provider's test mode nobody is told, since no money moved.
  server = await givenServer()
  shop = shopAt(server.app)
})
beforeEach(() => sql`delete from left_consultations`.execute(server.db))
afterAll(() => server.close())

async function buy(productType: 'subscription' | 'consultation', token: string) {
  const order = await shop.placeOrder(buildIntent({ productType }), token)
  const OutSum = `${order.chargeTiyn / 100}.000000`
  await shop.notify(buildNotice({ InvId: order.invId, OutSum, Shp_product: productType }))
  await sql`update orders set test = false where id = ${order.orderId}`.execute(server.db)
  return order
}

const remove = async (userId: string) =>
  expect((await server.admin.rpc('delete_account', { account_id: userId })).data).toBe(true)

async function told(): Promise<unknown[]> {
  const payloads: unknown[] = []
  const enqueue = async (_trx: unknown, { name }: { name: string }, payload: object) => {
    payloads.push({ name, ...payload })
  }
  await notifyOrphanedConsultations({ db: server.db, jobs: { enqueue } as never })
  return payloads
}

test('the owner is told, once, of a paid consultation whose buyer deletes their account, by its number alone', async () => {
  const { userId, token } = await server.signIn(freshEmail(aigerim))
  const { invId } = await buy('consultation', token)
  expect(await told()).toEqual([])
  await remove(userId)
  expect(await told()).toEqual([{ name: 'alert_owner', alert: 'buyer_left', reference: String(invId) }])
  expect(await told()).toEqual([])
})

test.each([
  ['was held', 'held'],
  ['was refunded', 'refunded'],
  ['is not paid', 'created'],
])('the owner is not told of a consultation that %s', async (_, standing) => {
  const { userId, token } = await server.signIn(freshEmail(aigerim))
  const { orderId } = await buy('consultation', token)
  if (standing === 'held') {
    await sql`insert into consultations (order_id, state, starts_at) values (${orderId}, 'held', now())`.execute(
      server.db,
    )
  } else {
    await sql`update orders set state = ${standing}, paid_at = case when ${standing} = 'created' then null else paid_at end
      where id = ${orderId}`.execute(server.db)
  }
  await remove(userId)
  expect(await told()).toEqual([])
})

test('the cabinet knows which paid consultation was not held, and for when one was arranged', async () => {
  const { token } = await server.signIn(freshEmail(aigerim))
  const headers = { authorization: `Bearer ${token}` }
  const toldOf = async (key: 'isHeld' | 'startsAt') =>
    (await server.app.inject({ url: '/api/orders', headers }))
      .json()
      .orders.map((order: { isHeld: boolean | null; startsAt: string | null }) => order[key])
  await buy('subscription', token)
  const { orderId } = await buy('consultation', token)
  expect(await toldOf('isHeld')).toEqual([false, null])
  expect(await toldOf('startsAt')).toEqual([null, null])
  const startsAt = '2026-11-24T10:00:00.000Z'
  await sql`insert into consultations (order_id, state, starts_at) values (${orderId}, 'held', ${startsAt})`.execute(
    server.db,
  )
  expect(await toldOf('isHeld')).toEqual([true, null])
  expect(await toldOf('startsAt')).toEqual([startsAt, null])
})
