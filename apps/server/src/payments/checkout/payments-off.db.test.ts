import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../orders/place/place-order.ts'

let server: GivenServer
/** Of an owner whose shop has sold before. */
let closed: GivenServer

beforeAll(async () => {
  server = await givenServer({ env: { PAYMENTS: 'off' } })
  const shop = {
    ROBOKASSA_MERCHANT_LOGIN: 'clearday',
    ROBOKASSA_PASSWORD1: 'one',
    ROBOKASSA_PASSWORD2: 'two',
  }
  closed = await givenServer({ env: { ...shop, ROBOKASSA_HASH: 'md5', PAYMENTS: 'off' } })
})
afterAll(async () => {
  await server.close()
  await closed.close()
})

test('pages are told that nothing can be bought', async () => {
  expect((await server.app.inject('/api/client-config')).json()).toMatchObject({ payments: false })
})

test.each(['subscription', 'consultation'] as const)('no order of a %s is placed', async (productType) => {
  const refusal = await shopAt(server.app).checkout(buildIntent({ productType }))

  expect([refusal.statusCode, refusal.json()]).toEqual([
    409,
    { code: 'payments_off', message: expect.stringMatching(/скоро\sоткроется/) },
  ])
  expect(await server.db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('the panel hears the same of payments, prices are known, and there is no webhook and no card page', async () => {
  const health = await server.app.inject('/api/payment/health')
  expect([health.statusCode, health.json().code]).toEqual([409, 'payments_off'])
  expect((await shopAt(server.app).prices()).consultation.priceTiyn).toBeGreaterThan(0)
  expect((await shopAt(server.app).notify(buildNotice())).statusCode).toBe(404)
  expect((await server.app.inject('/sandbox/robokassa/Merchant/Index.aspx')).statusCode).toBe(404)
})

test('the cabinet of whoever signs in shows no purchase and no error', async () => {
  const { token } = await server.signIn(freshEmail(timur))
  const orders = await server.app.inject({
    url: '/api/orders',
    headers: { authorization: `Bearer ${token}` },
  })

  expect([orders.statusCode, orders.json()]).toEqual([200, { orders: [] }])
})

test('a shop that sold before is still heard: what was ordered then is settled', async () => {
  const { intentId, intentSecret } = buildIntent()
  const asker = { userId: null, resultToken: null, subcategory: null, email: 'aliya@example.kz', phone: null }
  const request = { product: 'consultation', intentId, intentSecret, asker, again: false } as const
  const { id, invId } = await placeOrder(
    closed,
    { ...request, source: null, earlier: [], claimedLeadId: null },
    { test: false, fixedChargeTiyn: null, invIds: { from: 1, to: 1_000_000 } },
  )
  const paid = { OutSum: '50000.000000', Shp_product: 'consultation', password: 'two' }
  const notice = buildNotice({ InvId: invId, Shp_order: id, ...paid })

  expect((await shopAt(closed.app).notify(notice)).body).toBe(`OK${invId}`)
  expect((await shopAt(closed.app).checkout(buildIntent())).json().code).toBe('payments_off')
})
