import { sampleOwner } from '@app/content/ru/sandbox/sample-owner'
import { buildNotice } from '@app/testing/payments/provider'
import { buildIntent, type Shop, shopAt } from '@app/testing/payments/shop'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

let server: GivenServer
let shop: Shop

beforeAll(async () => {
  server = await givenServer()
  shop = shopAt(server.app)
})
afterAll(() => server.close())

/** Everything a payment may leave behind for one order. */
async function traces({ db }: GivenServer, invId: number) {
  const order = await db.selectFrom('orders').selectAll().where('inv_id', '=', invId).executeTakeFirst()
  const events = await db
    .selectFrom('payment_events')
    .selectAll()
    .where('inv_id', '=', invId)
    .orderBy('id')
    .execute()
  const programs = order
    ? await db
        .selectFrom('subscriptions as program')
        .innerJoin('orders', 'orders.id', 'program.order_id')
        .select(['program.state', 'program.current_day', 'program.timezone'])
        .select(({ fn }) => fn.coalesce('program.phone', 'orders.phone').as('phone'))
        .where('order_id', '=', order.id)
        .execute()
    : []
  const { rows: jobs } = await sql<{ name: string }>`
    select name from pgboss.job where data->>'orderId' = ${order?.id ?? ''} order by name`.execute(db)
  return { order, events, programs, jobs: jobs.map(({ name }) => name) }
}

const untouched = { order: { state: 'created', paid_at: null }, programs: [], jobs: ['reconcile_order'] }
const paidOnce = {
  order: { state: 'paid', paid_at: expect.any(Date) },
  jobs: ['notify_owner', 'reconcile_order', 'send_receipt'],
}

describe('a signed notice', () => {
  test.each(['POST', 'GET'] as const)('by %s pays the order and is kept as it came', async (method) => {
    const { invId } = await shop.placeOrder(buildIntent())
    const form = buildNotice({ InvId: invId, EMail: 'timur@example.kz' })
    const response = await shop.notify(form, method)

    expect(response.statusCode).toBe(200)
    expect(response.body).toBe(`OK${invId}`)
    expect(response.headers['content-type']).toMatch(/^text\/plain/)
    expect(response.headers['cache-control']).toBe('no-store')
    const left = await traces(server, invId)
    expect(left).toMatchObject({
      ...paidOnce,
      events: [{ verdict: 'accepted', authentic: true, method, body: form, operation: 'result', repeats: 0 }],
      programs: [{ state: 'active', current_day: 0, phone: '+77010000003', timezone: 'Asia/Almaty' }],
    })
  })

  test('of a consultation starts no program, and its payer’s e-mail serves an order without one', async () => {
    const { invId } = await shop.placeOrder(buildIntent({ productType: 'consultation' }))
    await server.db.updateTable('orders').set({ email: null }).where('inv_id', '=', invId).execute()
    const form = buildNotice({
      InvId: invId,
      OutSum: '50000.000000',
      Shp_product: 'consultation',
      EMail: 'timur@example.kz',
    })

    expect((await shop.notify(form)).body).toBe(`OK${invId}`)
    expect(await traces(server, invId)).toMatchObject({
      ...paidOnce,
      order: { ...paidOnce.order, email: 'timur@example.kz' },
      programs: [],
    })
  })

  describe.each([
    ['an e-mail in windows-1251', 'EMail=%E8%E2%E0%ED@example.kz'],
    ['a broken encoding', 'x=%E0%A4%A'],
    ['a name in windows-1251', '%E8%EC%FF=1'],
  ])('with %s in what is not signed', (_, field) => {
    test.each(['POST', 'GET'] as const)('pays by %s', async (method) => {
      const { invId } = await shop.placeOrder(buildIntent())
      await server.db.updateTable('orders').set({ email: null }).where('inv_id', '=', invId).execute()
      const form = buildNotice({ InvId: invId }).replace('EMail=', field)

      expect((await shop.notify(form, method)).body).toBe(`OK${invId}`)
      expect(await traces(server, invId)).toMatchObject({
        order: { state: 'paid', email: null },
        events: [{ verdict: 'accepted', body: form }],
      })
    })
  })

  test('whose bytes are windows-1251 pays, and is kept with each of them', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    const [before = '', after = ''] = buildNotice({ InvId: invId }).split('EMail=')
    const email = Buffer.from([0xe8, 0xe2, 0xe0, 0xed])
    const payload = Buffer.concat([Buffer.from(`${before}EMail=`), email, Buffer.from(`@example.kz${after}`)])
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/payment/webhook/robokassa',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })

    expect(response.body).toBe(`OK${invId}`)
    expect(await traces(server, invId)).toMatchObject({
      ...paidOnce,
      events: [{ verdict: 'accepted', body: `${before}EMail=%e8%e2%e0%ed@example.kz${after}` }],
    })
  })

  test.each(['5000', '5000.00', '5000.000000'])('may write the amount as %s', async (OutSum) => {
    const { invId } = await shop.placeOrder(buildIntent())
    expect((await shop.notify(buildNotice({ InvId: invId, OutSum }))).body).toBe(`OK${invId}`)
  })

  test('repeated is answered again, counted, and changes nothing', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    const form = buildNotice({ InvId: invId })
    await shop.notify(form)
    const before = await traces(server, invId)

    expect((await shop.notify(form)).body).toBe(`OK${invId}`)
    expect((await shop.notify(form, 'GET')).body).toBe(`OK${invId}`)
    const after = await traces(server, invId)
    expect(after).toEqual({
      ...before,
      events: [{ ...before.events[0], repeats: 2, repeated_at: expect.any(Date) }],
    })
  })

  test('fifty at once pay once, start one program and write one mail', async () => {
    const email = freshEmail(timur)
    const { invId } = await shop.placeOrder(buildIntent({ email }))
    const form = buildNotice({ InvId: invId })
    const answers = await Promise.all(Array.from({ length: 50 }, () => shop.notify(form)))

    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([`OK${invId}`]))
    const left = await traces(server, invId)
    expect(left).toMatchObject({ ...paidOnce, events: [{ verdict: 'accepted', repeats: 49 }] })
    expect(left.programs).toHaveLength(1)
    await server.jobs.drainQueue()
    await server.jobs.drainQueue()
    expect(server.mailbox.list().filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('that comes after the order expired still pays it', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    await server.db.updateTable('orders').set({ state: 'expired' }).where('inv_id', '=', invId).execute()

    expect((await shop.notify(buildNotice({ InvId: invId }))).body).toBe(`OK${invId}`)
    expect(await traces(server, invId)).toMatchObject(paidOnce)
  })

  test('in another order than the payments were begun pays each its own', async () => {
    const orders = [await shop.placeOrder(buildIntent()), await shop.placeOrder(buildIntent())] as const
    for (const { invId } of [...orders].reverse()) await shop.notify(buildNotice({ InvId: invId }))
    for (const { invId } of orders) expect(await traces(server, invId)).toMatchObject(paidOnce)
  })

  test('of the wrong amount pays nothing and tells the owner once', async () => {
    const { invId } = await shop.placeOrder(buildIntent({ productType: 'consultation' }))
    const form = buildNotice({ InvId: invId, OutSum: '5000.000000', Shp_product: 'consultation' })
    for (let times = 0; times < 2; times++) expect((await shop.notify(form)).statusCode).toBe(400)

    expect(await traces(server, invId)).toMatchObject({
      ...untouched,
      events: [{ verdict: 'amount_mismatch', authentic: true, body: form, repeats: 1 }],
    })
    await server.jobs.drainQueue()
    const alerts = server.mailbox.list().filter(({ text }) => text.includes(`Номер: ${invId}`))
    expect(alerts).toHaveLength(1)
  })

  test.each([
    ['unknown_order', 'Пришли деньги за неизвестный заказ', () => ({ InvId: 2_000_000_001 })],
    [
      'product_mismatch',
      'Оплачен не тот товар',
      (InvId: number) => ({ InvId, OutSum: '50000.00', Shp_product: 'consultation' }),
    ],
  ] as const)(
    'that is refused as %s tells the owner once, without a word about the payer',
    async (verdict, title, fields) => {
      const { invId: placed } = await shop.placeOrder(buildIntent())
      const notice = fields(placed)
      const form = buildNotice({ ...notice, EMail: 'payer@example.kz' })
      for (let times = 0; times < 2; times++) {
        const response = await shop.notify(form)
        expect([response.statusCode, response.body]).toEqual([400, 'bad request'])
      }
      const { events, order } = await traces(server, notice.InvId)
      expect(events).toMatchObject([{ verdict, authentic: true, body: form, repeats: 1 }])
      expect(order?.state).toBe(verdict === 'unknown_order' ? undefined : 'created')

      await server.jobs.drainQueue()
      const alerts = server.mailbox.list().filter(({ text }) => text.includes(`Номер: ${notice.InvId}`))
      expect(alerts.map(({ to, subject }) => [to, subject.startsWith(title)])).toEqual([
        [sampleOwner.email, true],
      ])
      expect(alerts[0]?.text).not.toContain('payer@')
      expect(server.log.join('')).not.toContain('payer@')
    },
  )

  test('is kept as it came, every one, also when the verdict is the same', async () => {
    const { invId } = await shop.placeOrder(buildIntent({ productType: 'consultation' }))
    const forms = ['5000.00', '45000.00'].map((OutSum) =>
      buildNotice({ InvId: invId, OutSum, Shp_product: 'consultation' }),
    )
    for (const form of [...forms, ...forms]) await shop.notify(form)
    const { events } = await traces(server, invId)
    expect(events.map(({ body, repeats }) => [body, repeats])).toEqual(forms.map((form) => [form, 1]))
  })
})

describe('what is refused changes nothing', () => {
  const bad: [string, (invId: number) => string][] = [
    ['a forged signature', (InvId) => buildNotice({ InvId, signature: 'A'.repeat(64) })],
    ['another password', (InvId) => buildNotice({ InvId, password: 'sandbox-password-1' })],
    ['a signature of another algorithm', (InvId) => buildNotice({ InvId, signature: 'a'.repeat(32) })],
    ['no signature', (InvId) => buildNotice({ InvId, signature: '' })],
    [
      'an amount in another form than signed',
      (InvId) => buildNotice({ InvId }).replace('5000.000000', '5000.00'),
    ],
    ['an exponent, signed', (InvId) => buildNotice({ InvId, OutSum: '5e3' })],
    ['a negative amount, signed', (InvId) => buildNotice({ InvId, OutSum: '-5000' })],
    ['half a tiyn, signed', (InvId) => buildNotice({ InvId, OutSum: '5000.001' })],
    ['InvId with a leading zero, signed', (InvId) => buildNotice({ InvId: `0${InvId}` })],
    ['InvId 0, signed', () => buildNotice({ InvId: 0 })],
    ['a negative InvId, signed', (InvId) => buildNotice({ InvId: -InvId })],
    ['a huge InvId, signed', () => buildNotice({ InvId: '9223372036854775807' })],
    ['InvId of words, signed', () => buildNotice({ InvId: 'first' })],
    [
      'the product swapped after signing',
      (InvId) => buildNotice({ InvId }).replace('=subscription', '=consultation'),
    ],
    ['the product swapped and signed', (InvId) => buildNotice({ InvId, Shp_product: 'consultation' })],
    ['a parameter added after signing', (InvId) => buildNotice({ InvId, more: { Shp_zz: '1' } })],
    ['the sum twice', (InvId) => `OutSum=1&${buildNotice({ InvId })}`],
    ['the live signature on a test', (InvId) => buildNotice({ InvId, more: { IsTest: '1' } })],
    ['half a notice', (InvId) => buildNotice({ InvId }).slice(0, 70)],
    ['a broken encoding of what is signed', (InvId) => `${buildNotice({ InvId })}&Shp_zz=%E0%A4%A`],
    ['a product that is no UTF-8', (InvId) => buildNotice({ InvId }).replace('=subscription', '=%E8%E2')],
    ['a sum that is no UTF-8 before the sum', (InvId) => `OutSum=%E8&${buildNotice({ InvId })}`],
    ['a broken word about a test, on the live signature', (InvId) => `${buildNotice({ InvId })}&IsTest=%E8`],
    ['a NUL', (InvId) => `${buildNotice({ InvId })}&x=a\u0000b%00&InvId=1`],
    ['words', () => 'pay me'],
    ['nothing', () => ''],
  ]

  describe.each(bad)('%s', (_, form) => {
    test.each(['POST', 'GET'] as const)('by %s', async (method) => {
      const { invId } = await shop.placeOrder(buildIntent())
      const raw = form(invId)
      const response = await shop.notify(method === 'GET' ? raw.replaceAll('\u0000', '%00') : raw, method)

      expect([response.statusCode, response.body]).toEqual([400, 'bad request'])
      expect(await traces(server, invId)).toMatchObject(untouched)
    })
  })

  test.each([
    ['application/json', '{"InvId":1}'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['text/plain', 'OutSum=1'],
    ['not a type', 'OutSum=1'],
    ['application/x-www-form-urlencoded', Buffer.from([0x61, 0x3d, 0xff])],
    ['application/x-www-form-urlencoded', 'a='.padEnd(20_000, 'x')],
  ])('a body of %s is answered 400', async (type, payload) => {
    const url = '/api/payment/webhook/robokassa'
    const response = await server.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': type },
    })
    expect([response.statusCode, response.body]).toEqual([400, 'bad request'])
  })

  test('a body that ends early is answered 400', async () => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/payment/webhook/robokassa',
      payload: buildNotice(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '900' },
    })
    expect([response.statusCode, response.body]).toEqual([400, 'bad request'])
  })

  test('HEAD is no way to pay', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    const url = `/api/payment/webhook/robokassa?${buildNotice({ InvId: invId })}`
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(405)
    expect(await traces(server, invId)).toMatchObject(untouched)
  })
})

test('strangers’ calls are kept, but only so many', async () => {
  const own = await givenServer()
  onTestFinished(() => own.close())
  const { notify } = shopAt(own.app)
  await own.db
    .insertInto('payment_events')
    .values(
      Array.from({ length: 1_000 }, () => ({
        provider: 'robokassa',
        operation: 'result' as const,
        verdict: 'bad_signature',
        authentic: false,
        method: 'POST',
        headers: '{}',
        body: 'old',
        body_sha256: '',
        inv_id: null,
        order_id: null,
        repeated_at: null,
      })),
    )
    .execute()
  const startedAt = performance.now()
  for (let times = 0; times < 100; times++) await notify(buildNotice({ signature: 'b'.repeat(64) }))
  const seconds = Math.ceil((performance.now() - startedAt) / 1000)

  const count = async (body: string) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int from payment_events where (body = 'old') = ${body === 'old'}`.execute(own.db)
    return rows[0]?.count ?? 0
  }
  // Sixty a minute, and one more with every second that the calls take.
  expect(await count('new')).toBeGreaterThanOrEqual(60)
  expect(await count('new')).toBeLessThanOrEqual(Math.min(60 + seconds, 99))
  expect(await count('old')).toBe(1_000 - (await count('new')))
})

test('the log knows the order and not the payer', async () => {
  const { invId } = await shop.placeOrder(buildIntent({ email: 'logged@example.kz' }))
  await shop.notify(buildNotice({ InvId: invId, EMail: 'logged@example.kz' }))
  await shop.notify(
    buildNotice({ InvId: invId, EMail: 'logged@example.kz', signature: 'c'.repeat(64) }),
    'GET',
  )

  const log = server.log.join('')
  expect(log).toContain('a payment notice was accepted')
  expect(log).not.toMatch(/logged@|SignatureValue=|sandbox-password/)
})

test('a database that does not answer is never OK', async () => {
  const own = await givenServer()
  onTestFinished(() => own.close())
  const { placeOrder, notify } = shopAt(own.app)
  const { invId } = await placeOrder(buildIntent())
  await sql`alter table subscriptions rename to away`.execute(own.db)
  const refused = await notify(buildNotice({ InvId: invId }))
  await sql`alter table away rename to subscriptions`.execute(own.db)

  expect([refused.statusCode, refused.body]).toEqual([503, 'try again later'])
  expect(await traces(own, invId)).toMatchObject({ ...untouched, events: [] })
  expect((await notify(buildNotice({ InvId: invId }))).body).toBe(`OK${invId}`)
})

describe('test payments', () => {
  const shopEnv = {
    PAYMENTS: 'robokassa',
    ROBOKASSA_MERCHANT_LOGIN: 'shop',
    ROBOKASSA_PASSWORD1: 'live-1',
    ROBOKASSA_PASSWORD2: 'live-2',
    ROBOKASSA_TEST_PASSWORD1: 'test-1',
    ROBOKASSA_TEST_PASSWORD2: 'test-2',
    // As the provider's stand-in signs.
    ROBOKASSA_HASH: 'md5',
  }

  test('buy nothing where real ones are taken', async () => {
    const own = await givenServer({ env: shopEnv })
    onTestFinished(() => own.close())
    const { placeOrder, notify } = shopAt(own.app)
    const { invId, url } = await placeOrder(buildIntent())
    expect(new URL(url ?? '').searchParams.has('IsTest')).toBe(false)

    const response = await notify(buildNotice({ InvId: invId, password: 'test-2' }))
    expect(response.statusCode).toBe(400)
    expect(await traces(own, invId)).toMatchObject({ ...untouched, events: [{ verdict: 'test_notice' }] })
    expect((await notify(buildNotice({ InvId: invId, password: 'live-2' }))).body).toBe(`OK${invId}`)
  })

  test('pay only test orders where they are taken', async () => {
    const own = await givenServer({ env: { ...shopEnv, ROBOKASSA_TEST_MODE: '1' } })
    onTestFinished(() => own.close())
    const { placeOrder, notify } = shopAt(own.app)
    const { invId, url } = await placeOrder(buildIntent())
    expect(new URL(url ?? '').searchParams.get('IsTest')).toBe('1')

    expect((await notify(buildNotice({ InvId: invId, password: 'live-2' }))).statusCode).toBe(400)
    expect((await notify(buildNotice({ InvId: invId, password: 'test-2' }))).body).toBe(`OK${invId}`)
    expect(await traces(own, invId)).toMatchObject({ order: { state: 'paid', test: true } })

    const real = await placeOrder(buildIntent())
    await own.db.updateTable('orders').set({ test: false }).where('inv_id', '=', real.invId).execute()
    expect((await notify(buildNotice({ InvId: real.invId, password: 'test-2' }))).statusCode).toBe(400)
  })
})
