import { givenSubscription, morningClock } from '@app/testing/messages/given-messages'
import { buildIntent, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueDailyMessagesJob } from '../subscriptions/queue-daily-messages.job.ts'
import { maintainMessagesJob } from './maintain-messages.job.ts'

let server: GivenServer
let admin: Record<string, string>

beforeAll(async () => {
  server = await givenServer({ env: { WHATSAPP: 'off' }, now: morningClock() })
  const { token } = await server.signInAsStaff(freshEmail(timur))
  admin = { authorization: `Bearer ${token}` }
})
afterAll(() => server.close())

const post = (url: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })

test('pages are told that there are no messages', async () => {
  expect((await server.app.inject('/api/client-config')).json()).toMatchObject({ whatsapp: false })
})

test('a checklist is not sent, and the answer says why', async () => {
  const wanted = { phoneNumber: '+77011234567', category: 'A', subcategory: 'A2' }
  const answer = await post('/whatsapp/send-checklist', wanted)
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'whatsapp_off'])
})

test('the program is not sold, the consultation is', async () => {
  const shop = shopAt(server.app)
  const program = await shop.checkout(buildIntent({ productType: 'subscription' }))
  expect([program.statusCode, program.json().code]).toEqual([409, 'not_for_sale'])
  expect((await shop.checkout(buildIntent({ productType: 'consultation' }))).statusCode).toBe(200)
  expect(await server.db.selectFrom('orders').select('product').execute()).toEqual([
    { product: 'consultation' },
  ])
})

test('a program that runs waits on its day; the owner is told that nothing goes out', async () => {
  const id = await givenSubscription(server.db)
  await server.db.transaction().execute(async (trx) => {
    await server.jobs.enqueue(trx, queueDailyMessagesJob, {})
    await server.jobs.enqueue(trx, maintainMessagesJob, {})
  })
  expect(await server.jobs.drainQueue()).toMatchObject({ failed: 0 })
  expect(await server.db.selectFrom('messages').selectAll().execute()).toEqual([])

  expect((await post('/daily-messaging/trigger', { dryRun: true }, admin)).json()).toMatchObject({ due: 1 })
  for (const [path, payload] of [
    ['/trigger', { force: true }],
    ['/manual-send', { phone: '+77011234567', category: 'A', day: 1, subscriptionId: id }],
  ] as const) {
    expect((await post(`/daily-messaging${path}`, payload, admin)).json()).toMatchObject({
      code: 'whatsapp_off',
    })
  }
})

test('there is no webhook and no stand-in', async () => {
  expect((await post('/whatsapp/webhook', {})).statusCode).toBe(404)
  expect((await server.app.inject('/sandbox/api/whatsapp')).statusCode).toBe(404)
})
