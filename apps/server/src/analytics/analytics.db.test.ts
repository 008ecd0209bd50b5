import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { recordDelivery } from './record-event.ts'
import { sendEvents } from './send-events.ts'

type Received = { event: string; uuid: string; distinctId: string; properties: Record<string, unknown> }

let server: GivenServer

beforeAll(async () => {
  server = await givenServer({ env: { ANALYTICS: 'sandbox' } })
})
beforeEach(async () => {
  await server.db.deleteFrom('analytics_events').execute()
  await server.app.inject({ method: 'DELETE', url: '/sandbox/api/analytics' })
})
afterAll(() => server.close())

const received = async () => (await server.app.inject('/sandbox/api/analytics')).json() as Received[]
const waiting = ({ db }: GivenServer) => db.selectFrom('analytics_events').selectAll().execute()

test('a paid order is told once, however often the provider says so, and names nobody', async () => {
  const shop = shopAt(server.app)
  const { invId } = await shop.placeOrder(buildIntent({ email: freshEmail(timur) }))
  const form = buildNotice({ InvId: invId })
  await Promise.all([shop.notify(form), shop.notify(form)])
  await server.jobs.drainQueue()

  const { id } = await server.db
    .selectFrom('orders')
    .select('id')
    .where('inv_id', '=', invId)
    .executeTakeFirstOrThrow()
  const events = await received()
  expect(events).toEqual([
    {
      id: expect.any(Number),
      at: expect.any(String),
      event: 'purchase_completed',
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      distinctId: id,
      properties: {
        product: 'subscription',
        amount_tenge: 5000,
        currency: 'KZT',
        deposit_used: false,
        $lib: 'server',
        $geoip_disable: true,
        $process_person_profile: false,
      },
      rest: { timestamp: expect.any(String) },
    },
  ])
  expect(JSON.stringify(events)).not.toContain('example')
  expect(await waiting(server)).toEqual([])
})

test("a user's purchase is told as the user's", async () => {
  const { userId, token } = await server.signIn(freshEmail(timur))
  const shop = shopAt(server.app)
  const { invId } = await shop.placeOrder(buildIntent(), token)
  await shop.notify(buildNotice({ InvId: invId }))
  await server.jobs.drainQueue()

  expect(await received()).toMatchObject([
    { event: 'purchase_completed', distinctId: userId, properties: { $process_person_profile: true } },
  ])
})

test('an order whose payment was not written down is not told either', async () => {
  const faulty = await givenServer({
    env: { ANALYTICS: 'sandbox' },
    faults: {
      beforeCommit: async () => {
        throw new Error('the plug was pulled')
      },
    },
  })
  onTestFinished(() => faulty.close())
  const email = freshEmail(timur)
  expect(await refusedOf(faulty, email)).toEqual([403, 400, 401, 401, 404])

  const shop = shopAt(faulty.app)
  const { invId } = await shop.placeOrder(buildIntent())
  await shop.notify(buildNotice({ InvId: invId }))
  expect(await waiting(faulty)).toEqual([])

  // The crash is told of, and the refusals that came before it are not: they are part of the conversation.
  const errors = await vi.waitFor(
    async () => {
      const told = (await faulty.app.inject('/sandbox/api/analytics')).json() as Received[]
      expect(told.map(({ event }) => event)).toContain('error_occurred')
      return told
    },
    { timeout: 30_000, interval: 100 },
  )
  expect(errors.map(({ properties }) => [properties.message, properties.status])).toEqual([
    ['the plug was pulled', 503],
  ])
})

/** Five refusals of five parts of the server: a wrong code, a wrong password, a table, a row, a lead that is not there. */
async function refusedOf({ app, publishableKey }: GivenServer, email: string): Promise<number[]> {
  const headers = { apikey: publishableKey, 'content-type': 'application/json' }
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, headers, payload })
  const answers = [
    await post('/auth/v1/verify', { email, token: '000000', type: 'email' }),
    await post('/auth/v1/token?grant_type=password', { email, password: 'guessed-by-nobody' }),
    await app.inject({ method: 'GET', url: '/rest/v1/orders', headers }),
    await post('/rest/v1/quiz_leads', { name: 'x' }),
    await app.inject({ method: 'GET', url: `/api/leads/result/${'x'.repeat(32)}` }),
  ]
  return answers.map(({ statusCode }) => statusCode)
}

test('each step of a delivery is told once, and never to whom or about what', async () => {
  const message = { id: 'message-1', kind: 'daily', contactId: 'contact-1', day: 2 } as const
  const at = new Date('2026-11-21T05:00:00Z')
  await server.db.transaction().execute(async (trx) => {
    await recordDelivery(trx, message, 'sent', at)
    await recordDelivery(trx, message, 'sent', at)
    await recordDelivery(trx, message, 'delivered', at)
  })
  await sendEvents(server.db, gatewayOf([]))

  expect(told.map(({ name, properties }) => ({ name, properties }))).toEqual([
    { name: 'message_delivery', properties: { kind: 'daily', status: 'sent', day: 2 } },
    { name: 'message_delivery', properties: { kind: 'daily', status: 'delivered', day: 2 } },
  ])
})

test('what the provider does not take stays, and goes under the same id the next time', async () => {
  const message = { id: 'message-2', kind: 'checklist', contactId: 'contact-1', day: null } as const
  await server.db.transaction().execute((trx) => recordDelivery(trx, message, 'read', new Date()))

  await expect(sendEvents(server.db, gatewayOf(['down']))).rejects.toThrow('down')
  const [kept] = await waiting(server)
  await sendEvents(server.db, gatewayOf([]))
  expect(told.map(({ id }) => id)).toEqual([kept?.id])
  expect(await waiting(server)).toEqual([])
})

test('where analytics is off nothing is told and nothing piles up', async () => {
  const message = { id: 'message-3', kind: 'checklist', contactId: 'contact-1', day: null } as const
  await server.db.transaction().execute((trx) => recordDelivery(trx, message, 'read', new Date()))
  await sendEvents(server.db, { ...gatewayOf([]), isOn: false })

  expect(told).toEqual([])
  expect(await waiting(server)).toEqual([])
})

let told: { id: string; name: string; properties: object }[] = []

function gatewayOf(failures: string[]) {
  told = []
  return {
    isOn: true,
    async send(events: readonly { id: string; name: string; properties: object }[]) {
      const failure = failures.shift()
      if (failure) throw new Error(failure)
      told.push(...events)
    },
  }
}
