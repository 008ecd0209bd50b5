import { expect, onTestFinished, test } from 'vitest'
import { type FakeAnswer, givenApi } from '../checks/given-api.ts'
import { makeTestPayment } from './make-test-payment.ts'

const siteUrl = 'https://clearday.test'
const { signal } = new AbortController()
const shop = (paymentPage: string) => ({
  status: 'ok',
  provider: 'robokassa',
  mode: 'live',
  paymentPage,
  signature: 'md5',
  receipts: false,
  fixedChargeTiyn: null,
})
const order = {
  orderId: '00000000-0000-4000-8000-000000000001',
  invId: 42,
  product: 'subscription',
  url: null,
  priceTiyn: 500_000,
  depositTiyn: 0,
  chargeTiyn: 500_000,
}

async function make(health: FakeAnswer, { isForeign = false } = {}) {
  const api = await givenApi((_, path) => (path === '/payment/health' ? health : { json: order }))
  onTestFinished(api.close)
  const made = await makeTestPayment({ siteUrl }, { send: api.send, isForeign: () => isForeign, signal })
  return { ...made, asked: api.asked }
}

test('an order is placed in the shop of the sandbox alone', async () => {
  const made = await make({ json: shop(siteUrl) })

  expect(made).toMatchObject({ hasOrder: true, payload: { InvId: '42', OutSum: '5000.00' } })
  expect(made.asked).toEqual(['GET /payment/health', 'POST /payment/checkout'])
})

test.each([
  ['a real shop, even beside a sandbox', { json: shop('https://auth.robokassa.kz') }, false],
  ['a shop that is not in order', { status: 503, json: { code: 'unavailable' } }, false],
  ['another installation, whatever its shop', { json: shop(siteUrl) }, true],
])('%s gets no order', async (_what, health, isForeign) => {
  const made = await make(health, { isForeign })

  expect(made.hasOrder).toBe(false)
  expect(made.asked).not.toContain('POST /payment/checkout')
})
