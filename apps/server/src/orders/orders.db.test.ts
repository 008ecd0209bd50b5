import { buildAttempt } from '@app/testing/attempt'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

let server: GivenServer
let shop: Shop

beforeAll(async () => {
  server = await givenServer()
  shop = shopAt(server.app)
})
afterAll(() => server.close())

const full = { priceTiyn: 5_000_000, depositTiyn: 0, chargeTiyn: 5_000_000 }
const lowered = { priceTiyn: 5_000_000, depositTiyn: 500_000, chargeTiyn: 4_500_000 }

/** Takes the quiz and answers the token of its result. */
async function takeQuiz(email: string, token?: string): Promise<string> {
  const contact = { name: aigerim.name, email, phone: aigerim.phone }
  const response = await server.saveLead(buildAttempt({ contact }), token)
  return response.json().resultToken
}

const rowOf = (invId: number) =>
  server.db.selectFrom('orders').selectAll().where('inv_id', '=', invId).executeTakeFirstOrThrow()

const payFor = async (invId: number) => {
  const { charge_tiyn, product } = await rowOf(invId)
  const OutSum = `${charge_tiyn / 100}.000000`
  const response = await shop.notify(buildNotice({ InvId: invId, OutSum, Shp_product: product }))
  expect(response.body).toBe(`OK${invId}`)
}

async function buyProgram(wishes: object, token?: string): Promise<void> {
  const { invId } = await shop.placeOrder(buildIntent(wishes), token)
  await payFor(invId)
}

describe('a pay button', () => {
  test.each([
    ['subscription', 500_000, '5000.00'],
    ['consultation', 5_000_000, '50000.00'],
  ] as const)(
    'for %s makes an order and the signed address of its page',
    async (productType, tiyn, OutSum) => {
      const intent = buildIntent({ productType, source: 'pricing' })
      const response = await shop.checkout(intent)
      const order = response.json()

      expect(response.statusCode).toBe(200)
      expect(response.headers['cache-control']).toBe('no-store')
      expect(order).toMatchObject({ product: productType, priceTiyn: tiyn, depositTiyn: 0, chargeTiyn: tiyn })
      const params = Object.fromEntries(new URL(order.url).searchParams)
      expect(params).toMatchObject({ OutSum, InvId: String(order.invId), Shp_product: productType })
      expect(response.body).not.toMatch(/password|secret/i)
      expect(await rowOf(order.invId)).toMatchObject({ state: 'created', source: 'pricing', user_id: null })
    },
  )

  test('pressed twice, or fifty times at once, makes one order', async () => {
    const intent = buildIntent()
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.placeOrder(intent)))
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
    expect(await shop.placeOrder(intent)).toEqual(answers[0])
  })

  test('pressed again after paying leads nowhere', async () => {
    const intent = buildIntent()
    const { invId } = await shop.placeOrder(intent)
    await payFor(invId)
    expect(await shop.placeOrder(intent)).toMatchObject({ invId, url: null })
  })

  test('of somebody else’s intent, or of another product, is refused', async () => {
    const intent = buildIntent()
    await shop.placeOrder(intent)
    for (const change of [{ intentSecret: 'x'.repeat(32) }, { productType: 'consultation' as const }]) {
      const response = await shop.checkout({ ...intent, ...change })
      expect(response.statusCode).toBe(409)
      expect(response.json()).toMatchObject({ code: 'invalid_input', fields: { intentId: 'conflict' } })
    }
  })

  test('sends no price that would count', async () => {
    const tampered = { ...buildIntent(), price: 1, chargeTiyn: 1, OutSum: '1.00', invId: 7, state: 'paid' }
    const order = (await shop.checkout(tampered)).json()
    expect(order).toMatchObject({ chargeTiyn: 500_000 })
    expect(await rowOf(order.invId)).toMatchObject({ state: 'created' })
  })

  test.each([
    [{ productType: 'car' }],
    [{ productType: '' }],
    [{ intentId: 'pi_' }],
    [{ intentId: 'x'.repeat(40) }],
    [{ intentSecret: 'short' }],
    [{ intentSecret: undefined }],
    [{ email: 'nobody' }],
    [{ source: '<b>' }],
    [{ resultToken: 5 }],
  ])('with %j is refused', async (change) => {
    const response = await shop.checkout({ ...buildIntent(), ...change })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
  })

  test('with a forged session is refused', async () => {
    expect((await shop.checkout(buildIntent(), 'a.b.c')).statusCode).toBe(401)
  })

  test('pressed too often is refused for a while', async () => {
    const own = await givenServer({ env: { RATE_LIMIT_CHECKOUT: '2/60' } })
    onTestFinished(() => own.close())
    const { checkout } = shopAt(own.app)
    const statuses = []
    for (let times = 0; times < 3; times++) statuses.push((await checkout(buildIntent())).statusCode)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('who buys', () => {
  test('a visitor with a result buys as the lead it came from', async () => {
    const email = freshEmail(aigerim)
    const resultToken = await takeQuiz(email)
    const { invId } = await shop.placeOrder(buildIntent({ resultToken, email: 'other@example.kz' }))
    const lead = await server.db
      .selectFrom('quiz_leads')
      .selectAll()
      .where('result_token', '=', resultToken)
      .executeTakeFirstOrThrow()

    expect(await rowOf(invId)).toMatchObject({
      lead_id: lead.id,
      user_id: lead.user_id,
      email,
      name: aigerim.name,
      phone: aigerim.phone,
      category: 'A',
      subcategory: 'A2',
    })
  })

  test('a signed-in user buys as themselves with their latest result', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await server.signIn(email)
    await takeQuiz(freshEmail(aigerim), token)
    const { invId } = await shop.placeOrder(buildIntent(), token)

    expect(await rowOf(invId)).toMatchObject({ user_id: userId, email, subcategory: 'A2' })
  })

  test('a signed-in user who looks at somebody else’s result still buys as themselves', async () => {
    const resultToken = await takeQuiz(freshEmail(aigerim))
    const { userId, token } = await server.signIn(freshEmail(timur))
    const { invId } = await shop.placeOrder(buildIntent({ resultToken }), token)

    expect(await rowOf(invId)).toMatchObject({
      user_id: userId,
      lead_id: null,
      phone: null,
      subcategory: null,
    })
  })

  test('a visitor without anything may only name an e-mail', async () => {
    const { invId } = await shop.placeOrder(
      buildIntent({ email: 'someone@example.kz', resultToken: 'unknown' }),
    )
    expect(await rowOf(invId)).toMatchObject({ user_id: null, lead_id: null, email: 'someone@example.kz' })
  })

  test('comes back to the order they left unpaid', async () => {
    const resultToken = await takeQuiz(freshEmail(aigerim))
    const first = await shop.placeOrder(buildIntent({ resultToken }))
    const second = buildIntent({ resultToken })
    expect(await shop.placeOrder(second)).toMatchObject({ invId: first.invId })
    expect(await shop.status(first.invId, { secret: second.intentSecret })).toMatchObject({
      state: 'waiting',
    })

    await payFor(first.invId)
    expect((await shop.placeOrder(buildIntent({ resultToken }))).invId).not.toBe(first.invId)
  })
})

describe('a paid program', () => {
  test('lowers the consultation for the same user, once, and the page can say so before', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    expect(await shop.prices({ token })).toMatchObject({ consultation: full })
    await buyProgram({}, token)
    expect(await shop.prices({ token })).toMatchObject({ consultation: lowered })

    const { invId, ...order } = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)
    expect(order).toMatchObject(lowered)
    expect(await shop.prices({ token })).toMatchObject({ consultation: lowered })
    await payFor(invId)
    expect(await shop.prices({ token })).toMatchObject({ consultation: full })
    expect(await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)).toMatchObject(full)
  })

  test('lowers it for the same result without signing in', async () => {
    const resultToken = await takeQuiz(freshEmail(aigerim))
    await buyProgram({ resultToken })
    expect(await shop.prices({ resultToken })).toMatchObject({ consultation: lowered })
    const order = await shop.placeOrder(buildIntent({ productType: 'consultation', resultToken }))
    expect(order).toMatchObject(lowered)
  })

  test('lowers it for whoever proves the e-mail by signing in', async () => {
    const email = freshEmail(timur)
    await buyProgram({ email: email.toUpperCase() })
    const { token } = await server.signIn(email)
    expect(await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)).toMatchObject(lowered)
  })

  test('lowers nothing for a stranger who only knows the e-mail', async () => {
    const email = freshEmail(aigerim)
    await buyProgram({ resultToken: await takeQuiz(email) })
    const named = await shop.placeOrder(buildIntent({ productType: 'consultation', email }))
    const taken = await shop.placeOrder(
      buildIntent({ productType: 'consultation', resultToken: await takeQuiz(email) }),
    )
    expect([named, taken]).toMatchObject([full, full])
  })

  test('is spent once when two consultations are bought at once', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    const resultToken = await takeQuiz(freshEmail(aigerim), token)
    await buyProgram({ resultToken }, token)
    const orders = await Promise.all([
      ...Array.from({ length: 5 }, () =>
        shop.placeOrder(buildIntent({ productType: 'consultation' }), token),
      ),
      ...Array.from({ length: 5 }, () =>
        shop.placeOrder(buildIntent({ productType: 'consultation', resultToken })),
      ),
    ])
    const cheap = new Set(orders.filter(({ depositTiyn }) => depositTiyn > 0).map(({ invId }) => invId))
    expect(cheap.size).toBe(1)
  })

  test('that was not paid lowers nothing', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    await shop.placeOrder(buildIntent(), token)
    expect(await shop.prices({ token })).toMatchObject({ consultation: full })
  })
})

describe('how an order stands', () => {
  test('is told to the browser that placed it', async () => {
    const intent = buildIntent()
    const { invId, orderId } = await shop.placeOrder(intent)
    const proof = { secret: intent.intentSecret }
    expect(await shop.status(invId, proof)).toMatchObject({
      state: 'waiting',
      order: { orderId, paidAt: null },
    })
    await payFor(invId)
    expect(await shop.status(invId, proof)).toMatchObject({
      state: 'confirmed',
      order: { orderId, invId, product: 'subscription', chargeTiyn: 500_000, paidAt: expect.any(String) },
    })
  })

  test('is told to the user it belongs to, and listed for them', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    const first = await shop.placeOrder(buildIntent(), token)
    await payFor(first.invId)
    const second = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)

    expect(await shop.status(first.invId, { token })).toMatchObject({ state: 'confirmed' })
    const listed = await server.app.inject({
      url: '/api/orders',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(listed.json().orders).toMatchObject([
      { invId: second.invId, state: 'created', ...lowered, paidAt: null },
      { invId: first.invId, state: 'paid', product: 'subscription' },
    ])
  })

  test('is listed for whoever signs in with the e-mail it was bought with', async () => {
    const email = freshEmail(timur)
    const { invId } = await shop.placeOrder(buildIntent({ email }))
    const { token } = await server.signIn(email)
    const listed = await server.app.inject({
      url: '/api/orders',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(listed.json().orders).toMatchObject([{ invId }])
  })

  test('is the same to strangers as an order that is not there', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    const { token } = await server.signIn(freshEmail(timur))
    const nothing = { state: 'unknown', order: null }
    expect(await shop.status(invId)).toEqual(nothing)
    expect(await shop.status(invId, { secret: 'x'.repeat(32) })).toEqual(nothing)
    expect(await shop.status(invId, { token })).toEqual(nothing)
    expect(await shop.status(2_000_000_000, { secret: 'x'.repeat(32) })).toEqual(nothing)
    expect(await shop.status(4_000_000_000)).toEqual(nothing)
  })

  test.each(['', '?invId=', '?invId=0', '?invId=-1', '?invId=1e3', '?invId=1&invId=2', '?invId=99999999999'])(
    'is not told for %j',
    async (query) => {
      const response = await server.app.inject({ url: `/api/payment/status${query}` })
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
    },
  )

  test('is listed for nobody who is not signed in', async () => {
    expect((await server.app.inject({ url: '/api/orders' })).statusCode).toBe(401)
  })
})

describe('row-level security', () => {
  test('shows a user their own orders and subscriptions, without what is not theirs to know', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    const { orderId, invId } = await shop.placeOrder(buildIntent(), token)
    await payFor(invId)
    const client = server.visitor()
    await client.auth.signInWithPassword({ email, password: 'Wide-steppe-2026' })

    expect((await client.from('orders').select('id, state')).data).toEqual([{ id: orderId, state: 'paid' }])
    expect((await client.from('subscriptions').select('order_id')).data).toEqual([{ order_id: orderId }])
    for (const table of ['order_intents', 'payment_events', 'deposit_uses']) {
      expect((await client.from(table).select('*')).error?.code).toBe('42501')
    }
    expect((await client.from('orders').select('asked')).error?.code).toBe('42501')
    expect((await client.from('orders').update({ state: 'refunded' }).eq('id', orderId)).error?.code).toBe(
      '42501',
    )
    expect(
      (await client.from('subscriptions').update({ current_day: 5 }).gte('current_day', 0)).error?.code,
    ).toBe('42501')
  })

  test('shows a visitor and another user nothing', async () => {
    const visitor = server.visitor()
    expect((await visitor.from('orders').select('id')).error?.code).toBe('42501')
    const email = freshEmail(timur)
    await server.signIn(email)
    const other = server.visitor()
    await other.auth.signInWithPassword({ email, password: 'Wide-steppe-2026' })
    expect((await other.from('orders').select('id')).data).toEqual([])
    expect((await other.from('subscriptions').select('id')).data).toEqual([])
  })
})

describe('the mails about a payment', () => {
  const mailsTo = (address: string) => server.mailbox.list().filter(({ to }) => to === address)

  test('are a receipt to the buyer and a notice to the owner, once each', async () => {
    const email = freshEmail(aigerim)
    const { invId } = await shop.placeOrder(buildIntent({ resultToken: await takeQuiz(email) }))
    await payFor(invId)
    await server.jobs.runDue()
    await server.jobs.runDue()

    const [receipt, ...more] = mailsTo(email)
    expect(more).toEqual([])
    expect(receipt?.text).toContain(`Номер заказа: ${invId}`)
    const notices = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain(email)
    expect(await rowOf(invId)).toMatchObject({
      receipt_sent_at: expect.any(Date),
      owner_notified_at: expect.any(Date),
    })
  })

  test('are tried again when the mail server is away, and the owner hears when it stays so', async () => {
    const sent: string[] = []
    let isAway = true
    const own = await givenServer({
      mailer: {
        async send({ to, subject }) {
          if (isAway && to === 'buyer@example.kz') throw new Error('550 no such user buyer@example.kz')
          sent.push(subject)
        },
      },
    })
    onTestFinished(() => own.close())
    const ownShop = shopAt(own.app)
    const { invId } = await ownShop.placeOrder(buildIntent({ email: 'buyer@example.kz' }))
    await ownShop.notify(buildNotice({ InvId: invId }))
    const later = new Date(Date.now() + 24 * 60 * 60 * 1000)
    for (let tries = 0; tries < 20; tries++) await own.jobs.runDue(later)
    expect(sent.filter((subject) => subject.includes('Письмо покупателю не ушло'))).toHaveLength(1)
    expect(own.log.join('')).not.toContain('buyer@')

    isAway = false
    const second = await ownShop.placeOrder(buildIntent({ email: 'buyer@example.kz' }))
    isAway = true
    await ownShop.notify(buildNotice({ InvId: second.invId }))
    await own.jobs.runDue()
    isAway = false
    await own.jobs.runDue(later)
    expect(sent.filter((subject) => subject.includes('Оплата получена'))).toHaveLength(1)
  })
})

test('a pilot charges the fixed amount for anything', async () => {
  const own = await givenServer({ env: { PAYMENT_FIXED_AMOUNT: '100' } })
  onTestFinished(() => own.close())
  const { placeOrder } = shopAt(own.app)
  for (const productType of ['subscription', 'consultation'] as const) {
    const order = await placeOrder(buildIntent({ productType }))
    expect(order).toMatchObject({ chargeTiyn: 10_000 })
    expect(new URL(order.url ?? '').searchParams.get('OutSum')).toBe('100.00')
  }
})

test('health tells how payments are set up', async () => {
  const response = await server.app.inject({ url: '/api/payment/health' })
  expect(response.json()).toEqual({
    status: 'ok',
    provider: 'robokassa',
    mode: 'live',
    paymentPage: 'http://localhost:3000',
    signature: 'md5',
    receipts: false,
    fixedChargeTiyn: null,
  })
})
