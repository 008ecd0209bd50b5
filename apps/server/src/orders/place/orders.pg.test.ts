import { buildIntent } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { givenShop, lowered } from '../given-shop.ts'

const { server, shop, rowOf, payFor, buySubscription } = await givenShop()
afterAll(() => server.close())

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

  test('names the e-mail to the payment page where it was typed or the session is its buyer’s', async () => {
    const emailOf = async (intent: object, token?: string) => {
      const { url } = (await shop.checkout(intent, token)).json()
      return new URL(url).searchParams.get('Email')
    }
    const intent = buildIntent({ productType: 'consultation' })
    expect(await emailOf(intent)).toBe(intent.email)
    const { email: _, ...bySecret } = intent
    expect(await emailOf(bySecret)).toBeNull()
    const { token: others } = await server.signIn(freshEmail(timur))
    expect(await emailOf(bySecret, others)).toBeNull()

    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    const { email: __, ...own } = buildIntent({ productType: 'consultation' })
    expect(await emailOf(own, token)).toBe(email)
    expect(await emailOf(own)).toBeNull()
  })

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
    [{ phone: ' '.repeat(10) }],
    [{ phone: '+(((---)))' }],
    [{ phone: '+7 (701) 000' }],
    [{ phone: '7701000000377010000003' }],
    [{ resultToken: 5 }],
  ])('with %j is refused', async (change) => {
    const response = await shop.checkout({ ...buildIntent(), ...change })
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
  })

  test.each([
    ['an e-mail', { email: undefined }, 'email'],
    ['a phone', { phone: undefined }, 'phone'],
    ['a phone that can be written to', { phone: '+7701000000' }, 'phone'],
    ['a result', { subcategory: undefined }, 'subcategory'],
  ])('for a program without %s is refused, and says what is missing', async (_, change, field) => {
    const response = await shop.checkout({ ...buildIntent(), ...change })
    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { code: 'invalid_input', fields: { [field]: 'required' } },
    ])
    const consultation = { ...buildIntent({ productType: 'consultation' }), ...change }
    expect((await shop.checkout(consultation)).statusCode).toBe(field === 'email' ? 400 : 200)
  })

  test('whose session has ended elsewhere is told, and sells nothing to a stranger', async () => {
    const { token } = await server.signIn(freshEmail(timur))
    await buySubscription({}, token)
    expect((await shop.prices({ token })).consultation).toEqual(lowered)
    await server.admin.auth.admin.signOut(token, 'global')

    const { email: _, ...consultation } = buildIntent({ productType: 'consultation' })
    const ended = await shop.checkout(consultation, token)
    expect([ended.statusCode, ended.json().code]).toEqual([401, 'unauthorized'])
    const nobody = await shop.checkout(consultation)
    expect([nobody.statusCode, nobody.json().fields]).toEqual([400, { email: 'required' }])
    expect(
      await server.db
        .selectFrom('order_intents')
        .selectAll()
        .where('intent_id', '=', consultation.intentId)
        .execute(),
    ).toEqual([])
  })

  test('tells who comes back from paying how it went, although their session has ended', async () => {
    const { token } = await server.signIn(freshEmail(timur))
    const intent = buildIntent({ productType: 'consultation' })
    const { invId } = await shop.placeOrder(intent, token)
    await payFor(invId)
    await server.admin.auth.admin.signOut(token, 'global')
    expect(await shop.status(invId, { token, secret: intent.intentSecret })).toMatchObject({
      state: 'confirmed',
    })
    expect(await shop.status(invId, { token })).toMatchObject({ code: 'unauthorized' })
  })

  test('for a program is refused for a buyer who stopped its messages, and tells nobody that a phone asked for silence', async () => {
    await server.db
      .insertInto('message_contacts')
      .values({ phone: '77010000077', opted_out_at: new Date() })
      .execute()
    expect((await shop.checkout(buildIntent({ phone: '+7 701 000 00 77' }))).statusCode).toBe(200)

    const { userId, token } = await server.signIn(freshEmail(timur))
    const stopped = { kind: 'messages', act: 'withdrawn', version: '1', text_sha256: 'a'.repeat(64) } as const
    await server.db
      .insertInto('consents')
      .values({ ...stopped, user_id: userId, lead_id: null, ip: null, source: 'cabinet' })
      .execute()
    const refused = await shop.checkout(buildIntent(), token)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'messages_stopped'])
  })

  test('with a forged session is refused', async () => {
    expect((await shop.checkout(buildIntent(), 'a.b.c')).statusCode).toBe(401)
  })

  test('pressed too often is refused for a while, and so is whatever else is asked too often', async () => {
    const env = {
      RATE_LIMIT_CHECKOUT: '2/60',
      RATE_LIMIT_PAYMENT_STATUS: '2/60',
      RATE_LIMIT_CONTACT_PER_IP: '5/6000',
      RATE_LIMIT_CONTACT_PER_ACCOUNT: '2/6000',
      RATE_LIMIT_ACCOUNT: '3/6000',
      RATE_LIMIT_PANEL: '3/6000',
    }
    const { server: own, shop: ownShop } = await givenShop({ env })
    onTestFinished(() => own.close())
    const statuses = []
    for (let times = 0; times < 3; times++) statuses.push((await ownShop.checkout(buildIntent())).statusCode)
    expect(statuses).toEqual([200, 200, 429])

    const health = []
    for (let times = 0; times < 3; times++) {
      health.push((await own.app.inject('/api/payment/health')).statusCode)
    }
    expect(health).toEqual([200, 200, 429])

    const [one, other] = [await own.signIn(freshEmail(aigerim)), await own.signIn(freshEmail(timur))]
    const ask = async (url: `/${string}`, { token } = one, payload?: object) => {
      const headers = { authorization: `Bearer ${token}` }
      const method = payload ? 'POST' : 'GET'
      const answer = await own.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
      if (answer.statusCode === 429) expect(answer.headers['retry-after']).toBeDefined()
      return answer.statusCode
    }
    const contact = []
    for (const who of [one, one, one, other, other, other])
      contact.push(await ask('/contact', who, { name: 'Айгерим' }))
    // Each account has its turns, and the address has all of theirs.
    expect(contact).toEqual([200, 200, 429, 200, 200, 429])
    expect([await ask('/orders'), await ask('/program'), await ask('/consents')]).toEqual([200, 200, 200])
    expect([await ask('/orders'), await ask('/program'), await ask('/consents')]).toEqual([429, 429, 429])
    const panel = ['/panel/row-security', '/daily-messaging/status/a@b.kz', '/panel/row-security'] as const
    for (const url of panel) expect(await ask(url)).toBe(403)
    for (const url of panel) expect(await ask(url)).toBe(429)
    expect(await ask('/panel/orders', one, { query: '1' })).toBe(429)
    expect([await ask('/metrics'), await ask('/docs')]).toEqual([429, 429])
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

test('a pilot charges the fixed amount for anything', async () => {
  const own = await givenShop({ env: { PAYMENT_FIXED_AMOUNT: '100' } })
  onTestFinished(() => own.server.close())
  for (const productType of ['subscription', 'consultation'] as const) {
    const order = await own.shop.placeOrder(buildIntent({ productType }))
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
