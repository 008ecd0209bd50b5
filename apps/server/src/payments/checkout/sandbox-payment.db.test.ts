import type { CheckoutRequest } from '@app/contracts/payments'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: GivenServer
let shop: Shop

beforeAll(async () => {
  server = await givenServer()
  shop = shopAt(server.app)
})
afterAll(() => server.close())

/** Presses the pay button, then a button of the page it leads to; answers where that leads. */
async function payBy(action: string, intent: CheckoutRequest) {
  const { invId, url } = await shop.placeOrder(intent)
  const page = await server.app.inject(url?.replace('http://localhost:3000', '') ?? '')
  const key = /name="key" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const answer = await server.app.inject({
    method: 'POST',
    url: '/sandbox/robokassa/Merchant/Pay',
    payload: new URLSearchParams({ key, action, email: '' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const state = async () => (await shop.status(invId, { secret: intent.intentSecret })).state
  return { invId, to: String(answer.headers.location), state }
}

test.each(['subscription', 'consultation'] as const)(
  'a %s is bought on the sandbox’s page',
  async (productType) => {
    const email = freshEmail(timur)
    const { to, state, invId } = await payBy('once', buildIntent({ productType, email }))

    expect(to).toMatch(
      new RegExp(`^http://localhost:3000/payment_success\\?.*InvId=${invId}.*Shp_product=${productType}`),
    )
    expect(await state()).toBe('confirmed')
    await server.jobs.drainQueue()
    expect(server.mailbox.list().filter((mail) => mail.to === email)).toHaveLength(1)
  },
)

test('paying twice settles once', async () => {
  const { state, invId } = await payBy('twice', buildIntent())
  expect(await state()).toBe('confirmed')
  const events = await server.db
    .selectFrom('payment_events')
    .selectAll()
    .where('inv_id', '=', invId)
    .execute()
  expect(events).toMatchObject([{ verdict: 'accepted', repeats: 1 }])
})

test('a payment whose notice is lost is found by asking', async () => {
  const { state } = await payBy('silently', buildIntent())
  expect(await state()).toBe('waiting')
  await server.jobs.drainQueue(new Date(Date.now() + 3 * 60 * 1000))
  expect(await state()).toBe('confirmed')
})

test('declining leaves the order open, and paying later settles it', async () => {
  const intent = buildIntent()
  const declined = await payBy('decline', intent)
  expect(declined.to).toMatch(/^http:\/\/localhost:3000\/payment_failed\?/)
  expect(await declined.state()).toBe('waiting')
  const { state } = await payBy('once', intent)
  expect(await state()).toBe('confirmed')
})
