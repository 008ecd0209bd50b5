import type { Orders } from '@app/contracts/payments'
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

async function buySubscription(wishes: object, token?: string): Promise<void> {
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
    const own = await givenServer({ env })
    onTestFinished(() => own.close())
    const { checkout } = shopAt(own.app)
    const statuses = []
    for (let times = 0; times < 3; times++) statuses.push((await checkout(buildIntent())).statusCode)
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

describe('who buys', () => {
  const leadOf = (resultToken: string) =>
    server.db
      .selectFrom('quiz_leads')
      .selectAll()
      .where('result_token', '=', resultToken)
      .executeTakeFirstOrThrow()
  /** All that the page would say is left out, so that the server has to know it. */
  const bare = { email: undefined, phone: undefined, subcategory: undefined }

  test('a visitor is the contact they give, with the result on screen, and no account’s', async () => {
    const email = freshEmail(aigerim)
    const resultToken = await takeQuiz(email)
    const lead = await leadOf(resultToken)
    const contact = { email: email.toUpperCase(), phone: '+7 701 000 00 09', subcategory: 'C2' } as const
    const { invId } = await shop.placeOrder(buildIntent({ resultToken, ...contact }))

    expect(lead.user_id).not.toBeNull()
    expect(await rowOf(invId)).toMatchObject({
      user_id: null,
      lead_id: lead.id,
      email,
      name: aigerim.name,
      phone: '+77010000009',
      category: 'A',
      subcategory: 'A2',
    })
  })

  test('a visitor who looks at somebody else’s result takes nothing of it but the result', async () => {
    const resultToken = await takeQuiz(freshEmail(aigerim))
    const { invId } = await shop.placeOrder(buildIntent({ resultToken, email: 'other@example.kz' }))
    expect(await rowOf(invId)).toMatchObject({
      ...{ user_id: null, lead_id: null, name: null, email: 'other@example.kz' },
      ...{ phone: '+77010000003', subcategory: 'A2' },
    })
  })

  test('a signed-in user buys as themselves, with their own latest result and the phone they give', async () => {
    const email = freshEmail(timur)
    const { userId, token } = await server.signIn(email)
    await takeQuiz(freshEmail(aigerim), token)
    const { invId } = await shop.placeOrder(buildIntent({ ...bare, phone: '+77010000009' }), token)
    expect(await rowOf(invId)).toMatchObject({
      user_id: userId,
      email,
      subcategory: 'A2',
      phone: '+77010000009',
    })
  })

  test('a stranger’s newer lead with their e-mail steers nothing', async () => {
    const email = freshEmail(timur)
    const { token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Тимур', email, phone: '+77010000004' } }), token)
    const stranger = { name: 'Чужой', email, phone: '+77019999999' }
    await server.saveLead(buildAttempt({ contact: stranger, answers: timur.answers }))

    const wishes = { ...bare, productType: 'consultation' } as const
    const { invId } = await shop.placeOrder(buildIntent(wishes), token)
    expect(await rowOf(invId)).toMatchObject({ name: 'Тимур', phone: '+77010000004', subcategory: 'A2' })
  })

  test('nobody is sold a program for a result whose weight is below normal, and a consultation is not refused', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    const answers = { ...aigerim.answers, height: 170, weight: 50 }
    const saved = await server.saveLead(buildAttempt({ answers }), token)
    const { resultToken } = saved.json()

    const onScreen = await shop.checkout(buildIntent({ resultToken, subcategory: 'A1' }))
    const inCabinet = await shop.checkout(buildIntent({ subcategory: 'A1' }), token)
    for (const refused of [onScreen, inCabinet]) {
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'doctor_first'])
    }
    await shop.placeOrder(buildIntent({ resultToken, productType: 'consultation' }))

    await server.saveLead(buildAttempt({ answers: { ...answers, weight: 60 } }), token)
    await shop.placeOrder(buildIntent(), token)
  })

  test('nor through somebody else’s result, their own of heavier days, or while nobody has said whose the newest is', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    const contact = { name: aigerim.name, email, phone: aigerim.phone }
    const friends = await takeQuiz(freshEmail(timur))
    const heavier = await takeQuiz(email, token)
    await shop.placeOrder(buildIntent({ resultToken: heavier }), token)

    // Left while signed out, so it is only linked.
    await server.saveLead(buildAttempt({ contact, answers: { ...aigerim.answers, height: 170, weight: 47 } }))
    for (const resultToken of [friends, heavier, undefined]) {
      const refused = await shop.checkout(buildIntent({ resultToken }), token)
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'doctor_first'])
    }
  })

  test('a lead that came by the e-mail alone counts once its owner says at the button that it is theirs', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    const resultToken = await takeQuiz(email)
    const { id: claimedLeadId } = await leadOf(resultToken)
    const unclaimed = await shop.checkout(buildIntent({ ...bare, phone: aigerim.phone }), token)
    expect(unclaimed.json()).toMatchObject({ fields: { subcategory: 'required' } })

    const { token: others } = await server.signIn(freshEmail(timur))
    const foreign = await shop.checkout(
      buildIntent({ ...bare, phone: '+77010000002', claimedLeadId }),
      others,
    )
    expect(foreign.json()).toMatchObject({ fields: { subcategory: 'required' } })

    const { invId } = await shop.placeOrder(
      buildIntent({ ...bare, phone: aigerim.phone, claimedLeadId }),
      token,
    )
    expect(await rowOf(invId)).toMatchObject({ lead_id: claimedLeadId, subcategory: 'A2' })
    // Whoever left it reads it no more.
    expect((await server.app.inject(`/api/leads/result/${resultToken}`)).statusCode).toBe(404)
  })

  test('a user comes back to the order they left unpaid, with what they say now', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    const first = await shop.placeOrder(buildIntent(), token)
    const second = buildIntent({ phone: '+77010000008' })
    expect(await shop.placeOrder(second, token)).toMatchObject({ invId: first.invId })
    expect(await shop.status(first.invId, { secret: second.intentSecret })).toMatchObject({
      state: 'waiting',
    })
    expect(await rowOf(first.invId)).toMatchObject({ phone: '+77010000008' })
  })

  test('so does a visitor in the same browser with the same e-mail, and nobody else', async () => {
    const first = buildIntent({ productType: 'consultation' })
    const { invId } = await shop.placeOrder(first)
    const { email, intentId, intentSecret } = first
    const press = (wishes: object) =>
      shop.placeOrder(buildIntent({ productType: 'consultation', email, ...wishes }))

    const earlier = [{ intentId, intentSecret }]
    expect((await press({ earlier })).invId).toBe(invId)
    expect((await press({ earlier, email: 'another@example.kz' })).invId).not.toBe(invId)
    expect((await press({ earlier: [{ intentId, intentSecret: 'x'.repeat(32) }] })).invId).not.toBe(invId)
    expect((await press({})).invId).not.toBe(invId)
  })

  test('a stranger with the e-mail gets nobody’s open order, price or list', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    const strangers = await takeQuiz(email)
    // As the owner of the address meets the stranger's lead: newest in her cabinet, or by a link.
    await buySubscription({ resultToken: strangers }, token)
    const open = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)
    expect(open).toMatchObject(lowered)

    const taken = await shop.placeOrder(
      buildIntent({ productType: 'consultation', resultToken: strangers, email }),
    )
    expect(taken).toMatchObject(full)
    expect(taken.invId).not.toBe(open.invId)
    expect(await listed(token)).not.toContain(taken.invId)
  })
})

const listed = async (token: string): Promise<number[]> => {
  const response = await server.app.inject({
    url: '/api/orders',
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json<{ orders: { invId: number }[] }>().orders.map(({ invId }) => invId)
}

describe('a program that is under way', () => {
  test('is asked about before another is sold', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    await buySubscription({}, token)
    const second = await shop.checkout(buildIntent(), token)
    expect([second.statusCode, second.json().code]).toEqual([409, 'already_bought'])
    const wanted = await shop.checkout(buildIntent({ again: true }), token)
    expect(wanted.statusCode).toBe(200)
    expect((await shop.checkout(buildIntent({ productType: 'consultation' }), token)).statusCode).toBe(200)
  })

  test('and one that is bought for another number is a gift of its buyer’s', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    await server.saveLead(buildAttempt({ contact: { name: 'Айгерим', email, phone: aigerim.phone } }), token)
    await buySubscription({}, token)
    const placed = async (phone: string) => {
      const { orderId } = await shop.placeOrder(buildIntent({ again: true, phone }), token)
      const order = server.db.selectFrom('orders').select(['name', 'phone', 'is_gift'])
      return order.where('id', '=', orderId).execute()
    }
    const own = buildIntent().phone ?? ''
    const name = 'Айгерим'
    expect(await placed('+77013334455')).toEqual([{ name, phone: '+77013334455', is_gift: true }])
    expect(await placed(own)).toEqual([{ name, phone: own, is_gift: false }])
  })

  test('goes to whom its payment page was opened for, whatever is ordered in another tab meanwhile', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    await buySubscription({}, token)
    const order = (phone?: string) =>
      shop.placeOrder(buildIntent({ again: true, ...(phone && { phone }) }), token)
    const friend = '+77013334455'
    const gift = await order(friend)
    const own = await order()
    expect(new Set([gift.orderId, own.orderId, (await order('+77013334466')).orderId]).size).toBe(3)
    // Whoever comes back to one of them goes on with it, so that it cannot be paid twice.
    expect((await order(friend)).orderId).toBe(gift.orderId)
    expect((await order()).orderId).toBe(own.orderId)
    await payFor(gift.invId)
    const row = server.db.selectFrom('orders').select(['is_gift', 'phone']).where('id', '=', gift.orderId)
    expect(await row.executeTakeFirst()).toEqual({ is_gift: true, phone: friend })
  })

  test('that goes to somebody else is no program of the buyer’s own', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    await buySubscription({}, token)
    const phone = '+77013334455'
    const given = await shop.placeOrder(buildIntent({ again: true, phone }), token)
    await payFor(given.invId)
    await server.jobs.runDue()
    const second = await shop.placeOrder(buildIntent({ again: true, phone }), token)
    const row = server.db.selectFrom('orders').select('is_gift').where('id', '=', second.orderId)
    expect(await row.executeTakeFirst()).toEqual({ is_gift: true })

    await server.db
      .updateTable('subscriptions')
      .set({ state: 'finished' })
      .where('order_id', 'in', (eb) =>
        eb.selectFrom('orders').select('id').where('is_gift', '=', false).where('inv_id', '<', given.invId),
      )
      .execute()
    expect((await shop.checkout(buildIntent(), token)).statusCode).toBe(200)
  })

  test('is known to the browser that bought it, and to nobody who merely names the e-mail', async () => {
    const first = buildIntent()
    const { invId } = await shop.placeOrder(first)
    await payFor(invId)
    const { email, intentId, intentSecret } = first
    const again = await shop.checkout(buildIntent({ email, earlier: [{ intentId, intentSecret }] }))
    expect(again.json().code).toBe('already_bought')
    const other = await shop.checkout(buildIntent({ earlier: [{ intentId, intentSecret }] }))
    expect(other.statusCode).toBe(200)
    expect((await shop.checkout(buildIntent({ email }))).statusCode).toBe(200)
  })

  test('bought without signing in is found in the cabinet of whoever confirms its e-mail', async () => {
    const email = freshEmail(aigerim)
    const unpaid = await shop.placeOrder(buildIntent({ email, productType: 'consultation' }))
    const { invId } = await shop.placeOrder(buildIntent({ email }))
    await payFor(invId)
    const { userId, token } = await server.signIn(email)
    const headers = { authorization: `Bearer ${token}` }

    const [program] = (await server.app.inject({ url: '/api/program', headers })).json().programs
    expect(program).toMatchObject({ state: 'active', phone: expect.stringMatching(/^\+7\d{10}$/) })
    expect(await listed(token)).toEqual([invId])
    expect(await rowOf(invId)).toMatchObject({ user_id: userId })
    expect(await rowOf(unpaid.invId)).toMatchObject({ user_id: null })
    const { token: others } = await server.signIn(freshEmail(timur))
    expect(await listed(others)).toEqual([])
  })

  test('is nobody’s who registered the e-mail and did not confirm it', async () => {
    const email = freshEmail(aigerim)
    const { invId } = await shop.placeOrder(buildIntent({ email }))
    await payFor(invId)
    const { userId, token } = await server.signIn(email)
    await server.db
      .updateTable('auth.users')
      .set({ email_confirmed_at: null })
      .where('id', '=', userId)
      .execute()
    expect(await listed(token)).toEqual([])
  })
})

describe('a paid program', () => {
  test('lowers the consultation for the same user, once, and the page can say so before', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    expect(await shop.prices({ token })).toMatchObject({ consultation: full })
    await buySubscription({}, token)
    expect(await shop.prices({ token })).toMatchObject({ consultation: lowered })

    const { invId, ...order } = await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)
    expect(order).toMatchObject(lowered)
    expect(await shop.prices({ token })).toMatchObject({ consultation: lowered })
    await payFor(invId)
    expect(await shop.prices({ token })).toMatchObject({ consultation: full })
    expect(await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)).toMatchObject(full)
  })

  test('lowers it for whoever proves the e-mail by signing in', async () => {
    const email = freshEmail(timur)
    await buySubscription({ email: email.toUpperCase() })
    const { token } = await server.signIn(email)
    expect(await shop.placeOrder(buildIntent({ productType: 'consultation' }), token)).toMatchObject(lowered)
  })

  test('lowers nothing for a stranger who only knows the e-mail, or was shown the result', async () => {
    const email = freshEmail(aigerim)
    const resultToken = await takeQuiz(email)
    await buySubscription({ resultToken, email })
    const wishes = { productType: 'consultation', email } as const
    const named = await shop.placeOrder(buildIntent(wishes))
    const shown = await shop.placeOrder(buildIntent({ ...wishes, resultToken }))
    const taken = await shop.placeOrder(buildIntent({ ...wishes, resultToken: await takeQuiz(email) }))
    expect([named, shown, taken]).toMatchObject([full, full, full])
  })

  test('of an account lowers nothing for whoever has its former e-mail now', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await server.signIn(email)
    await buySubscription({}, token)
    await server.admin.auth.admin.updateUserById(userId, { email: freshEmail(aigerim), email_confirm: true })
    const { token: others } = await server.signIn(email)
    expect(await shop.prices({ token: others })).toMatchObject({ consultation: full })
  })

  test('is spent once when consultations are bought at once', async () => {
    const { token } = await server.signIn(freshEmail(aigerim))
    await buySubscription({}, token)
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => shop.placeOrder(buildIntent({ productType: 'consultation' }), token)),
    )
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
    const { invId } = await shop.placeOrder(buildIntent({ email, resultToken: await takeQuiz(email) }))
    await payFor(invId)
    await server.jobs.runDue()
    await server.jobs.runDue()

    const [receipt, ...more] = mailsTo(email)
    expect(more).toEqual([])
    expect(receipt?.text).toContain(`Номер заказа: ${invId}`)
    const notices = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notices).toHaveLength(1)
    expect(notices[0]?.text).toContain(email)
    expect(notices[0]?.text).toContain(aigerim.name)
    expect(notices[0]?.text).toMatch(/Делать ничего не\sнужно/)
    expect(await rowOf(invId)).toMatchObject({
      receipt_sent_at: expect.any(Date),
      owner_notified_at: expect.any(Date),
    })
  })

  test('tell of a gift whose number it is, and of a second program that it comes after the first', async () => {
    const email = freshEmail(aigerim)
    const { token } = await server.signIn(email)
    await buySubscription({}, token)
    const bought = async (phone: string) => {
      const { invId } = await shop.placeOrder(buildIntent({ again: true, phone }), token)
      const list = await server.app.inject({
        url: '/api/orders',
        headers: { authorization: `Bearer ${token}` },
      })
      const { giftPhone, state } = list.json<Orders>().orders[0] ?? {}
      expect(state).toBe('created')
      await payFor(invId)
      await server.jobs.runDue()
      const receipt = mailsTo(email).find(({ text }) => text.includes(`Номер заказа: ${invId}`))
      const notice = server.mailbox.list().find(({ subject }) => subject.includes(`заказ ${invId} `))
      const { order } = await shop.status(invId, { token })
      return {
        receipt: receipt?.text,
        notice: notice?.text,
        programFor: order?.programFor,
        giftPhones: [giftPhone, order?.giftPhone],
      }
    }
    const gift = await bought('+77013334457')
    expect(gift.programFor).toBe('gift')
    expect(gift.giftPhones, 'in the list before it is paid, and on the page after').toEqual(['…57', '…57'])
    expect(gift.receipt).toMatch(/Подарок на\sномер: …57/)
    expect(gift.receipt).not.toContain('3334457')
    expect(gift.notice).toMatch(/Подарок на\sномер: \+77013334457/)
    expect(gift.notice).toContain(email)

    const second = await bought(buildIntent().phone ?? '')
    expect(second.programFor).toBe('self_later')
    expect(second.giftPhones).toEqual([null, null])
    expect(second.receipt).toMatch(/начнётся на\sследующее утро после всех программ/)
    expect(second.receipt).not.toMatch(/ближайшим утром/)
    expect(second.notice).toMatch(/после другой программы на\sэтот номер/)
  })

  test('tell whoever named somebody else’s number nothing of a program that goes there', async () => {
    const phone = '+77013334458'
    const earlier = await shop.placeOrder(buildIntent({ phone }))
    await payFor(earlier.invId)
    const email = freshEmail(timur)
    const { token } = await server.signIn(email)
    const { invId } = await shop.placeOrder(buildIntent({ phone }), token)
    await payFor(invId)
    await server.jobs.runDue()
    expect((await shop.status(invId, { token })).order?.programFor).toBe('self')
    expect(mailsTo(email)[0]?.text).toMatch(/ближайшим утром/)
    expect(mailsTo(email)[0]?.text).not.toMatch(/уже приходит ваша программа/)
  })

  test('tell the owner what to do about a program that cannot reach its buyer', async () => {
    const { invId } = await shop.placeOrder(buildIntent())
    // As orders were placed before a phone was asked for.
    await server.db.updateTable('orders').set({ phone: null }).where('inv_id', '=', invId).execute()
    await payFor(invId)
    await server.jobs.runDue()
    const [notice] = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notice?.subject).toMatch(/нужна ваша помощь/)
    expect(notice?.text).toMatch(/Программе некуда писать/)
    expect(notice?.text).not.toMatch(/Делать ничего не/)
  })

  test('promise nothing to whoever paid for a phone that asked for silence, and say what to do', async () => {
    await server.db
      .insertInto('message_contacts')
      .values({ phone: '77010000078', opted_out_at: new Date() })
      .execute()
    const intent = buildIntent({ phone: '+7 701 000 00 78' })
    const { invId } = await shop.placeOrder(intent)
    await payFor(invId)
    await server.jobs.runDue()
    const [receipt] = server.mailbox.list().filter(({ to }) => to === intent.email)
    expect(receipt?.text).toMatch(/слово\sСТАРТ/)
    expect(receipt?.text).not.toMatch(/Если до\sполудня/)
  })

  test('tell whoever deleted their account before the money came that it is kept, and the owner to give it back', async () => {
    const payer = freshEmail(timur)
    const { userId, token } = await server.signIn(freshEmail(timur))
    const { invId } = await shop.placeOrder(buildIntent(), token)
    expect((await server.admin.rpc('delete_account', { account_id: userId })).data).toBe(true)
    expect(await rowOf(invId)).toMatchObject({ state: 'expired', user_id: null, phone: null })

    const paid = buildNotice({
      InvId: invId,
      OutSum: '5000.000000',
      Shp_product: 'subscription',
      EMail: payer,
    })
    expect((await shop.notify(paid)).body).toBe(`OK${invId}`)
    await server.jobs.runDue()
    expect(await rowOf(invId)).toMatchObject({ state: 'paid', paid_at: expect.any(Date) })
    const [receipt] = server.mailbox.list().filter(({ to }) => to === payer)
    expect(receipt?.text).toMatch(/Программа по\sэтому заказу не\sначнётся/)
    expect(receipt?.text).not.toMatch(/ближайшим утром|личный кабинет/)
    const [notice] = server.mailbox.list().filter(({ subject }) => subject.includes(`заказ ${invId} `))
    expect(notice?.subject).toMatch(/нужна ваша помощь/)
    expect(notice?.text).toMatch(/Верните деньги/)
    expect(notice?.text).not.toMatch(/некуда писать/)
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
