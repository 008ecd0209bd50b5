import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readStatus } from '../robokassa/robokassa-status.ts'
import { type ReconcileServices, reconcileOrder } from './reconcile-order.ts'

let server: GivenServer
let shop: Shop
let services: ReconcileServices
/** What the status service answers from now on, and whom it was asked about. */
let answer: string
let asked: number[]

beforeAll(async () => {
  server = await givenServer()
  shop = shopAt(server.app)
  services = {
    db: server.db,
    jobs: server.jobs,
    log: server.app.log,
    gateway: {
      provider: 'robokassa',
      askStatus: async (invId) => {
        asked.push(invId)
        return readStatus(answer)
      },
    },
  }
})
afterAll(() => server.close())
beforeEach(async () => {
  asked = []
  answer = notStarted
})

const notStarted = '<OperationStateResponse><Result><Code>3</Code></Result></OperationStateResponse>'
const stateOf = (code: number, outSum = '5000.000000') =>
  `<OperationStateResponse><Result><Code>0</Code></Result><State><Code>${code}</Code><StateDate>${new Date().toISOString()}</StateDate></State><Info><OutSum>${outSum}</OutSum></Info></OperationStateResponse>`

const rowOf = (invId: number) =>
  server.db.selectFrom('orders').selectAll().where('inv_id', '=', invId).executeTakeFirstOrThrow()
/** Asks the question that comes next. */
const ask = async (invId: number) => {
  const { id, turn } = await rowOf(invId)
  await reconcileOrder(services, { orderId: id, turn })
}

test('a payment whose notice never came is found by asking', async () => {
  const email = freshEmail(timur)
  const { invId } = await shop.placeOrder(buildIntent({ email }))
  answer = stateOf(100)
  await ask(invId)

  const { id, ...order } = await rowOf(invId)
  expect(order).toMatchObject({ state: 'paid', paid_at: expect.any(Date) })
  const events = await server.db.selectFrom('payment_events').selectAll().where('order_id', '=', id).execute()
  expect(events).toMatchObject([{ operation: 'status', verdict: 'accepted', body: answer }])
  await server.jobs.drainQueue()
  expect(server.mailbox.list().filter(({ to }) => to === email)).toHaveLength(1)

  expect((await shop.notify(buildNotice({ InvId: invId }))).body).toBe(`OK${invId}`)
  const programs = await server.db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', id)
    .execute()
  await server.jobs.drainQueue()
  expect(programs).toHaveLength(1)
  expect(server.mailbox.list().filter(({ to }) => to === email)).toHaveLength(1)
})

test('a payment of another amount pays nothing and is asked about again', async () => {
  const { invId } = await shop.placeOrder(buildIntent({ productType: 'consultation' }))
  answer = stateOf(100, '5000.00')
  await ask(invId)
  expect(await rowOf(invId)).toMatchObject({ state: 'created', asked: 1, provider_standing: 'paid 100' })
})

test.each([
  ['nobody opened the page', notStarted, 'not_found'],
  ['it is on its way', stateOf(50), 'pending 50'],
  ['it was cancelled', stateOf(10), 'not_paid 10'],
])('an order stays open while %s, and expires after the last question', async (_, said, standing) => {
  const { invId } = await shop.placeOrder(buildIntent())
  answer = said
  for (let times = 0; times < 7; times++) await ask(invId)
  expect(await rowOf(invId)).toMatchObject({ state: 'created', asked: 7, provider_standing: standing })
  await ask(invId)
  expect(await rowOf(invId)).toMatchObject({ state: 'expired', asked: 8 })

  await ask(invId)
  expect(asked).toHaveLength(8)
  expect((await shop.notify(buildNotice({ InvId: invId }))).body).toBe(`OK${invId}`)
  expect(await rowOf(invId)).toMatchObject({ state: 'paid' })
})

test('a service without an answer counts as no question', async () => {
  const { invId } = await shop.placeOrder(buildIntent())
  answer = '<html>502</html>'
  for (let times = 0; times < 20; times++) await ask(invId)
  expect(await rowOf(invId)).toMatchObject({ state: 'created', asked: 0, provider_standing: 'no_answer' })

  const week = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000)
  await server.db.updateTable('orders').set({ created_at: week }).where('inv_id', '=', invId).execute()
  await ask(invId)
  expect(await rowOf(invId)).toMatchObject({ state: 'expired' })
})

test('an expired consultation gives the deposit back; of two orders it lowered, the first that is paid spends it', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const program = await shop.placeOrder(buildIntent(), token)
  await shop.notify(buildNotice({ InvId: program.invId }))
  const consultation = { productType: 'consultation' } as const
  const first = await shop.placeOrder(buildIntent(consultation), token)
  expect(first.depositTiyn).toBe(500_000)
  for (let times = 0; times < 8; times++) await ask(first.invId)

  const second = await shop.placeOrder(buildIntent(consultation), token)
  expect(second).toMatchObject({ depositTiyn: 500_000 })
  expect(second.invId).not.toBe(first.invId)
  for (const { invId } of [first, second]) {
    const paid = buildNotice({ InvId: invId, OutSum: '45000.00', Shp_product: 'consultation' })
    expect((await shop.notify(paid)).body).toBe(`OK${invId}`)
  }
  expect(await rowOf(first.invId)).toMatchObject({ state: 'paid', due_tiyn: 0 })
  expect(await rowOf(second.invId)).toMatchObject({ state: 'paid', due_tiyn: 500_000 })

  await server.jobs.drainQueue()
  const [told] = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${second.invId} `))
  expect(told?.subject).toMatch(/нужна ваша помощь/)
  expect(told?.text).toMatch(/Недоплачено: 5\s000\s₸/)
  expect(told?.text).not.toContain('Зачтено за программу')
})

test('a deposit that was given back and not taken is spent by the late payment', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const program = await shop.placeOrder(buildIntent(), token)
  await shop.notify(buildNotice({ InvId: program.invId }))
  const consultation = { productType: 'consultation' } as const
  const order = await shop.placeOrder(buildIntent(consultation), token)
  for (let times = 0; times < 8; times++) await ask(order.invId)
  await shop.notify(buildNotice({ InvId: order.invId, OutSum: '45000.00', Shp_product: 'consultation' }))

  expect(await shop.placeOrder(buildIntent(consultation), token)).toMatchObject({ depositTiyn: 0 })
})

test('a question asked twice, also at once, plans the next one once and lets no order expire early', async () => {
  const { invId } = await shop.placeOrder(buildIntent())
  const { id, turn } = await rowOf(invId)
  const chain = async () => {
    const { rows } = await sql<{ turn: number }>`select (data->>'turn')::int as turn from pgboss.job
      where name = 'reconcile_order' and state = 'created' and data->>'orderId' = ${id} order by 1`.execute(
      server.db,
    )
    return rows.map((row) => row.turn)
  }
  for (const said of [notStarted, '<html>502</html>', notStarted]) {
    answer = said
    const { turn: next } = await rowOf(invId)
    await Promise.all(Array.from({ length: 3 }, () => reconcileOrder(services, { orderId: id, turn: next })))
  }
  await reconcileOrder(services, { orderId: id, turn })
  expect(await rowOf(invId)).toMatchObject({ state: 'created', asked: 2, turn: 3 })
  // The first one was planned by the order itself, and nothing has run it here.
  expect(await chain()).toEqual([0, 1, 2, 3])
})

test('an order is asked about by itself: after minutes, then hours, then no more', async () => {
  const { invId } = await shop.placeOrder(buildIntent())
  const minute = 60 * 1000
  const placedAt = (await rowOf(invId)).created_at.getTime()
  const questionsBy = async (minutes: number) => {
    await server.jobs.drainQueue(new Date(placedAt + minutes * minute))
    return (await rowOf(invId)).asked
  }
  expect(await questionsBy(1)).toBe(0)
  expect(await questionsBy(3)).toBe(1)
  expect(await questionsBy(60)).toBe(4)
  expect(await questionsBy(24 * 60)).toBe(7)
  expect(await questionsBy(30 * 24 * 60)).toBe(8)
  expect(await rowOf(invId)).toMatchObject({ state: 'expired' })
})
