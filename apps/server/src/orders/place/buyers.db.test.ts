import { buildAttempt } from '@app/testing/attempt'
import { buildIntent } from '@app/testing/payments/shop'
import { aigerim, freshEmail, timur } from '@app/testing/people'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { full, givenShop, lowered } from '../given-shop.ts'

const { server, shop, takeQuiz, rowOf, payFor, buySubscription, listed } = await givenShop()
afterAll(() => server.close())

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

  test('what an account says of itself is read as a contact would be, and else not at all', async () => {
    const { userId, token } = await server.signIn(freshEmail(aigerim))
    const buyAs = async (user_metadata: object) => {
      await server.admin.auth.admin.updateUserById(userId, { user_metadata })
      const { invId } = await shop.placeOrder(buildIntent({ ...bare, productType: 'consultation' }), token)
      const { name, phone } = await rowOf(invId)
      return { name, phone }
    }
    const told = { name: ' Айгерим\nОплачено:\u202e 0\u200b ', phone: '8 701 000 00 09' }
    expect(await buyAs(told)).toEqual({ name: 'Айгерим Оплачено: 0', phone: '+77010000009' })
    const senseless = { name: '\u200b\n\u3164', full_name: 'х'.repeat(101), phone: 'javascript:alert(1)' }
    expect(await buyAs(senseless)).toEqual({ name: null, phone: null })
  })

  test('a category that a user writes beside their answers steers nothing', async () => {
    const email = freshEmail(aigerim)
    const { userId, token } = await server.signIn(email)
    const written = await server.app.inject({
      method: 'POST',
      url: '/rest/v1/quiz_leads',
      headers: { apikey: server.publishableKey, authorization: `Bearer ${token}` },
      payload: {
        ...{ user_id: userId, name: aigerim.name, email, phone: '+77010000003', category: 'CC2' },
        quiz_answers: aigerim.answers,
      },
    })
    expect(written.statusCode, written.body).toBe(201)
    const { invId } = await shop.placeOrder(buildIntent({ ...bare, phone: '+77010000003' }), token)
    expect(await rowOf(invId)).toMatchObject({ user_id: userId, subcategory: 'A2' })
    await sql`select take_desk_changes(1000)`.execute(server.db)
    const { rows } = await sql`select subcategory from desk_people where user_id = ${userId}::uuid`.execute(
      server.db,
    )
    expect(rows).toEqual([{ subcategory: null }])
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
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'medical_red_flag'])
    }
    await shop.placeOrder(buildIntent({ resultToken, productType: 'consultation' }))

    await server.saveLead(buildAttempt({ answers: { ...answers, weight: 60 } }), token)
    await shop.placeOrder(buildIntent(), token)
  })

  test('an order that was left unpaid is not continued by whoever is sold nothing by now', async () => {
    const { token } = await server.signIn(freshEmail(timur))
    const intent = buildIntent({ productType: 'consultation' })
    await shop.placeOrder(intent, token)
    const answers = { ...timur.answers, healthIssues: ['other:не хочу жить' as const] }
    await server.saveLead(buildAttempt({ answers }), token)
    const refused = await shop.checkout(intent, token)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing_sold'])
  })

  test.each(['мне 16 лет', 'булимия', 'не хочу жить'])(
    'nothing at all is sold to whoever wrote «%s», by the result on screen or in the cabinet',
    async (words) => {
      const { token } = await server.signIn(freshEmail(timur))
      const answers = {
        ...timur.answers,
        age: 'under-30' as const,
        healthIssues: [`other:${words}` as const],
      }
      const saved = await server.saveLead(buildAttempt({ answers }), token)
      const { resultToken } = saved.json()
      for (const productType of ['subscription', 'consultation'] as const) {
        const onScreen = await shop.checkout(buildIntent({ resultToken, productType, subcategory: 'C2' }))
        const inCabinet = await shop.checkout(buildIntent({ productType, subcategory: 'C2' }), token)
        for (const refused of [onScreen, inCabinet]) {
          expect([refused.statusCode, refused.json().code]).toEqual([409, 'nothing_sold'])
        }
      }
    },
  )

  test.each([
    [{ healthIssues: ['other:не хочу жить' as const] }, 'nothing_sold'],
    [{ height: 170, weight: 50 }, 'medical_red_flag'],
  ])('nor where the attempt with %j was kept apart, until a newer one says else', async (told, code) => {
    const { token } = await server.signIn(freshEmail(timur))
    const answers = { ...aigerim.answers, ...told }
    await takeQuiz(freshEmail(timur), token)
    const kept = await server.saveLead({ ...buildAttempt({ answers }), website: 'x' }, token)
    const onScreen = await shop.checkout(buildIntent({ resultToken: kept.json().resultToken }))
    const inCabinet = await shop.checkout(buildIntent(), token)
    for (const refused of [onScreen, inCabinet]) {
      expect([refused.statusCode, refused.json().code]).toEqual([409, code])
    }
    await takeQuiz(freshEmail(timur), token)
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
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'medical_red_flag'])
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
    await server.jobs.drainQueue()
    const second = await shop.placeOrder(buildIntent({ again: true, phone }), token)
    const row = server.db.selectFrom('orders').select('is_gift').where('id', '=', second.orderId)
    expect(await row.executeTakeFirst()).toEqual({ is_gift: true })

    await server.db
      .updateTable('subscriptions')
      .set({ state: 'finished' })
      .where('order_id', 'in', (eb) =>
        eb.selectFrom('orders').select('id').where('is_gift', '=', false).where('id', '<>', given.orderId),
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
