import type { PanelOrder } from '@app/contracts/panel-orders'
import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: GivenServer
let shop: Shop
let admin: { userId: string; token: string }
let user: { userId: string; token: string }
let email: string

beforeAll(async () => {
  server = await givenServer()
  shop = shopAt(server.app)
  admin = await server.signInAsStaff(freshEmail(timur))
  email = freshEmail(aigerim)
  user = await server.signIn(email)
  await server.saveLead(
    buildAttempt({ contact: { name: aigerim.name, email, phone: aigerim.phone } }),
    user.token,
  )
})
afterAll(() => server.close())

const post = (url: string, payload: object | undefined, token: string | null = admin.token) =>
  server.app.inject({
    method: 'POST',
    url: `/api/panel/orders${url}`,
    ...(payload && { payload }),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
const find = async (query: string) => (await post('', { query })).json<{ orders: PanelOrder[] }>().orders
const refund = (orderId: string, token?: string | null) => post(`/${orderId}/refund`, undefined, token)
const notice = (invId: number, product: string, OutSum: string) =>
  shop.notify(buildNotice({ InvId: invId, OutSum, Shp_product: product }))

async function buy(productType: 'subscription' | 'consultation') {
  const order = await shop.placeOrder(buildIntent({ productType, again: true }), user.token)
  await notice(order.invId, productType, `${order.chargeTiyn / 100}.000000`)
  return order
}
const subscriptionOf = (orderId: string) =>
  server.db.selectFrom('subscriptions').selectAll().where('order_id', '=', orderId).executeTakeFirst()
const givenContact = (phone: string) =>
  server.db.insertInto('message_contacts').values({ phone }).returning('id').executeTakeFirstOrThrow()
const actsOf = (orderId: string) =>
  server.db.selectFrom('order_acts').selectAll().where('order_id', '=', orderId).execute()

describe('orders at the panel', () => {
  test('is for the staff', async () => {
    const { orderId } = await shop.placeOrder(buildIntent())
    const answers = [
      await post('', { query: '1' }, null),
      await post('', { query: '1' }, user.token),
      await refund(orderId, null),
      await refund(orderId, user.token),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 403, 401, 403])
  })

  test('finds an order by its number and by its buyer, with what the provider said', async () => {
    const { orderId, invId } = await buy('consultation')
    const [found] = await find(String(invId))
    expect(found).toMatchObject({
      orderId,
      state: 'paid',
      email,
      refundDueTiyn: 5_000_000,
      program: null,
      events: [{ operation: 'result', verdict: 'accepted', repeats: 0 }],
    })
    expect((await find(` ${email.toUpperCase()} `)).map((order) => order.orderId)).toContain(orderId)
    expect(await find('999999999')).toEqual([])
  })

  test.each(['', 'Айгерим', '0', '99999999999', '2147483648', '-1'])(
    'cannot look for «%s»',
    async (query) => {
      expect((await post('', { query })).statusCode).toBe(400)
    },
  )
})

describe('a refund', () => {
  test('counts the days that were sent, ends the program, is written down with who did it, and is done once', async () => {
    const { orderId, invId } = await buy('subscription')
    const { id } = await server.db
      .updateTable('subscriptions')
      .set({ current_day: 4, round: 2 })
      .where('order_id', '=', orderId)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await find(String(invId)))[0]).toMatchObject({ refundDueTiyn: 500_000 })
    const contact = await givenContact('77010000041')
    const [sentAt, deadline] = [new Date(), new Date(Date.now() + 3_600_000)]
    const row = {
      kind: 'daily',
      contact_id: contact.id,
      category: 'A',
      subscription_id: id,
      deadline,
    } as const
    const sent = { ...row, status: 'sent', sent_at: sentAt, send_state: 'done' } as const
    const failed = {
      ...row,
      status: 'failed',
      failed_at: sentAt,
      failure: 'unanswered',
      send_state: 'done',
    } as const
    await server.db
      .insertInto('messages')
      .values([
        { ...sent, round: 1, day: 1 },
        { ...sent, round: 2, day: 1 },
        { ...sent, round: 2, day: 4 },
        { ...failed, round: 1, day: 2 },
        { ...row, round: 2, day: 5, next_attempt_at: deadline },
      ])
      .execute()
    expect((await find(String(invId)))[0]).toMatchObject({ refundDueTiyn: 300_000 })

    const answers = await Promise.all([refund(orderId), refund(orderId), refund(orderId)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await refund(orderId)).json().order).toMatchObject({
      state: 'refunded',
      refundedAt: expect.any(String),
      refundDueTiyn: null,
      program: { state: 'cancelled', sentDays: 2 },
    })
    expect(await actsOf(orderId)).toMatchObject([{ act: 'refunded', actor: admin.userId, program_day: 2 }])
    expect(await subscriptionOf(orderId)).toMatchObject({ state: 'cancelled', current_day: 4 })
  })

  test('is told to the buyer by mail, once', async () => {
    const { orderId, invId } = await buy('subscription')
    await refund(orderId)
    await server.jobs.drainQueue()
    await refund(orderId)
    await server.jobs.drainQueue()
    const told = server.mailbox
      .list()
      .filter(
        ({ to, subject, text }) =>
          to === email && /^Возврат/.test(subject) && text.includes(`Номер заказа: ${invId}\n`),
      )
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toMatch(/Сообщения программы больше не\sпридут/)
  })

  test('takes back what waits to be sent', async () => {
    const { orderId } = await buy('subscription')
    const program = await subscriptionOf(orderId)
    const contact = await givenContact('77010000042')
    const later = new Date(Date.now() + 3_600_000)
    const day = { kind: 'daily', round: 1, day: 1, deadline: later, next_attempt_at: later } as const
    await server.db
      .insertInto('messages')
      .values({ ...day, contact_id: contact.id, category: 'A', subscription_id: program?.id ?? null })
      .execute()
    await refund(orderId)
    const rows = await server.db
      .selectFrom('messages')
      .select(['status', 'failure'])
      .where('subscription_id', '=', program?.id ?? '')
      .execute()
    expect(rows).toEqual([{ status: 'failed', failure: 'cancelled' }])
  })

  test('shows in the buyer’s cabinet, and a late notice does not undo it', async () => {
    const { orderId, invId } = await buy('subscription')
    await refund(orderId)
    expect((await notice(invId, 'subscription', '5000.000000')).body).toBe(`OK${invId}`)
    expect(await shop.status(invId, { token: user.token })).toMatchObject({ state: 'refunded' })
    const program = await server.app.inject({
      url: '/api/program',
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(program.json().programs[0]).toMatchObject({ state: 'cancelled', nextOn: null })
  })

  test('of a program is no deposit any more; of a consultation gives its deposit back', async () => {
    const program = await buy('subscription')
    const consultation = await buy('consultation')
    expect(consultation).toMatchObject({ depositTiyn: 500_000 })
    expect((await find(String(program.invId)))[0]).toMatchObject({ depositUsedBy: consultation.invId })
    await refund(consultation.orderId)
    expect((await find(String(program.invId)))[0]).toMatchObject({ depositUsedBy: null })
    expect((await shop.prices({ token: user.token })).consultation).toMatchObject({ depositTiyn: 500_000 })
    await refund(program.orderId)
    expect((await shop.prices({ token: user.token })).consultation).toMatchObject({ depositTiyn: 0 })
  })

  test('of a program sells the consultation at its full price, also to whoever was offered the lower one', async () => {
    const buyer = await server.signIn(freshEmail(timur))
    const program = await shop.placeOrder(buildIntent(), buyer.token)
    await notice(program.invId, 'subscription', '5000.000000')
    const offered = await shop.placeOrder(buildIntent({ productType: 'consultation' }), buyer.token)
    expect(offered).toMatchObject({ chargeTiyn: 4_500_000 })
    await refund(program.orderId)

    const next = await shop.placeOrder(buildIntent({ productType: 'consultation' }), buyer.token)
    expect(next).toMatchObject({ chargeTiyn: 5_000_000, depositTiyn: 0 })
    await notice(offered.invId, 'consultation', '45000.00')
    expect((await find(String(offered.invId)))[0]).toMatchObject({ state: 'paid', dueTiyn: 500_000 })
  })

  test('of a program lets nobody begin it again', async () => {
    const { orderId } = await buy('subscription')
    const { id } = (await subscriptionOf(orderId)) ?? {}
    const reset = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/daily-messaging/reset/${id}`,
        headers: { authorization: `Bearer ${admin.token}` },
      })
    expect((await reset()).statusCode).toBe(200)
    await refund(orderId)
    const refused = await reset()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'order_not_paid'])
    expect(await subscriptionOf(orderId)).toMatchObject({ state: 'cancelled' })
  })

  test('of what was not paid is refused, and of nothing not found', async () => {
    const { orderId } = await shop.placeOrder(buildIntent())
    const refused = await refund(orderId)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'order_not_paid'])
    expect(await actsOf(orderId)).toEqual([])
    expect((await refund('00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
    expect((await refund('1')).statusCode).toBe(400)
  })

  test('is no business of visitors or users', async () => {
    const { error } = await server.visitor().from('order_acts').select('*')
    expect(error).not.toBeNull()
  })
})
