import { randomUUID } from 'node:crypto'
import { giftGreeting } from '@app/content/ru/whatsapp'
import { givenSubscription } from '@app/testing/messages/given-messages'
import { freshEmail, timur } from '@app/testing/people'
import { describe, expect, test } from 'vitest'
import { givenMessagingApi } from './given-messaging-api.ts'

const api = givenMessagingApi()
const { post, messages, phones, until } = api

describe('daily messaging is for the staff', () => {
  const calls = [
    ['POST', '/trigger', {}],
    ['POST', '/manual-send', { phone: '+77011234567', category: 'A', day: 2 }],
    ['GET', '/status/nobody@example.kz', undefined],
    ['POST', `/reset/${randomUUID()}`, {}],
  ] as const

  describe.each(['/api/daily-messaging', '/api/whatsapp/daily-messaging'])('%s', (prefix) => {
    test.each(calls)('%s %s', async (method, path, payload) => {
      const call = (headers: Record<string, string>) =>
        api.server.app.inject({ method, url: prefix + path, headers, ...(payload && { payload }) })
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

      expect((await call({})).statusCode).toBe(401)
      expect((await call(bearer('nonsense'))).statusCode).toBe(401)
      expect((await call({ apikey: 'sb_secret_guess' })).statusCode).toBe(401)
      expect((await call(bearer(api.user.token))).statusCode).toBe(403)
      const allowed = path.startsWith('/reset') ? 404 : path === '/manual-send' ? 202 : 200
      expect((await call(bearer(api.admin.token))).statusCode).toBe(allowed)
      expect((await call(bearer(api.secretKey))).statusCode).toBe(allowed)
      expect((await call({ apikey: api.secretKey })).statusCode).toBe(allowed)
    })
  })

  test('a role that was taken away opens nothing, though its token lives on', async () => {
    const former = await api.server.signInAsStaff(freshEmail(timur))
    const call = () => post('/api/daily-messaging/trigger', {}, { authorization: `Bearer ${former.token}` })
    expect((await call()).statusCode).toBe(200)
    await api.server.admin.auth.admin.updateUserById(former.userId, { app_metadata: { role: 'none' } })
    expect((await call()).statusCode).toBe(403)
  })

  const asAdmin = (path: string, payload?: object) =>
    api.server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/daily-messaging${path}`,
      headers: { apikey: api.secretKey },
      ...(payload && { payload }),
    })

  test.each([[{}], [{ 'content-type': 'application/json' }]])(
    'works without a body, by %o',
    async (headers) => {
      const response = await api.server.app.inject({
        method: 'POST',
        url: '/api/daily-messaging/trigger',
        headers: { apikey: api.secretKey, ...headers },
      })
      expect([response.statusCode, response.json()]).toMatchObject([200, { dryRun: false }])
    },
  )

  test('the panel’s {test: true} lists who would get what', async () => {
    const id = await givenSubscription(api.server.db, { phone: '+77011234567' })
    const response = await asAdmin('/trigger', { test: true, force: true })
    expect(response.json()).toEqual({
      dryRun: true,
      due: 1,
      queued: 0,
      unreachable: 0,
      messages: [{ subscriptionId: id, category: 'B', day: 1, phone: '…67' }],
    })
    expect(await messages()).toHaveLength(0)
  })

  test('a forced run reaches the phone, and the status tells how far it got', async () => {
    const id = await givenSubscription(api.server.db, { phone: '+77011234567', email: 'reader@example.kz' })
    expect((await asAdmin('/trigger', { force: true })).json()).toMatchObject({ due: 1, queued: 1 })
    await until(messages, (rows) => rows[0]?.status === 'delivered')

    const status = (await asAdmin('/status/reader@example.kz')).json()
    expect(status.subscriptions).toMatchObject([
      {
        id,
        currentDay: 1,
        phone: '…67',
        plan: { plan: 'wait', reason: 'sent_today' },
        messages: [{ kind: 'daily', day: 1, status: 'delivered', failure: null }],
      },
    ])
  })

  test.each([
    ['/manual-send', { phone: '+7701', category: 'A', day: 1 }],
    ['/manual-send', { phone: '+77011234567', category: 'D', day: 1 }],
    ['/manual-send', { phone: '+77011234567', category: 'A', day: 6 }],
    ['/manual-send', { phone: '+77011234567', category: 'A', day: 1, updateProgress: true }],
    ['/manual-send', []],
    ['/reset/not-a-uuid', {}],
    ['/trigger', { force: 'yes' }],
  ])('POST %s with %j is refused', async (path, payload) => {
    expect((await asAdmin(path, payload)).statusCode).toBe(400)
  })
})

describe('GET /api/program', () => {
  const ask = (token?: string) =>
    api.server.app.inject({ url: '/api/program', headers: token ? { authorization: `Bearer ${token}` } : {} })

  test('is for the signed-in', async () => expect((await ask()).statusCode).toBe(401))

  test('is empty for a user without a program', async () => {
    expect((await ask(api.user.token)).json()).toEqual({ programs: [], messagesLeft: 0 })
  })

  test('shows the days so far with their texts, and the next date', async () => {
    const id = await givenSubscription(api.server.db, {
      userId: api.user.userId,
      phone: '+77011234567',
    })
    await givenSubscription(api.server.db, { userId: api.admin.userId })
    await post('/api/daily-messaging/trigger', { force: true }, { apikey: api.secretKey })
    await until(messages, (rows) => rows.every(({ status }) => status === 'delivered'))

    const { programs, messagesLeft } = (await ask(api.user.token)).json()
    const [program] = programs
    expect([programs.length, messagesLeft]).toEqual([1, 4])
    expect(program).toMatchObject({
      subscriptionId: id,
      state: 'active',
      currentDay: 1,
      nextAt: '09:00',
      nextOn: '2026-11-03',
      begins: null,
      isGift: false,
      follows: true,
      canMendPhone: false,
      optedOut: false,
      phone: '+77011234567',
      checklistUrl: expect.stringMatching(/checklists\/b2\.pdf$/),
    })
    expect(program.days).toMatchObject([
      {
        day: 1,
        status: 'delivered',
        text: expect.stringMatching(/^Доброе утро, Асель!/),
        theme: expect.any(String),
      },
      ...[2, 3, 4, 5].map((day) => ({ day, status: null, sentAt: null, text: null })),
    ])
  })
})

describe('a program that is given to somebody', () => {
  const friend = '+77013334455'
  const listed = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await api.server.app.inject({ url: '/api/program', headers })).json().programs
  }
  const mend = (id: string, phone: string, token?: string) =>
    post(`/api/program/${id}/phone`, { phone }, token ? { authorization: `Bearer ${token}` } : {})
  const givenBoth = async () => {
    const userId = api.user.userId
    const own = await givenSubscription(api.server.db, { userId, phone: '+77011234567' })
    const gift = await givenSubscription(api.server.db, {
      ...{ userId, phone: friend, isGift: true },
      boughtAt: new Date('2026-11-01T16:00:00Z'),
    })
    return { own, gift }
  }
  const sendDay = async () => {
    await post('/api/daily-messaging/trigger', { force: true }, { apikey: api.secretKey })
    await until(messages, (rows) => rows.length > 0 && rows.every(({ status }) => status === 'delivered'))
  }

  test('stands beside one’s own: to whom it goes and how far it is, not what its reader read', async () => {
    const { own, gift } = await givenBoth()
    expect(await listed(api.user.token)).toMatchObject([
      { subscriptionId: own, isGift: false, phone: '+77011234567', follows: true, canMendPhone: false },
      { subscriptionId: gift, isGift: true, phone: friend, follows: false, canMendPhone: true },
    ])
    await sendDay()
    expect(await listed(api.user.token)).toMatchObject([
      { subscriptionId: own, days: [{ status: 'delivered' }, {}, {}, {}, {}] },
      { subscriptionId: gift, currentDay: 1, days: [], canMendPhone: false },
    ])
    const greetings = (await messages()).map((sent) => [sent.subscription_id === gift, sent.recipient_name])
    expect(greetings.toSorted()).toEqual([
      [false, 'Асель'],
      [true, giftGreeting],
    ])
  })

  test('leaves one’s own finished program where it can be read again', async () => {
    const { own, gift } = await givenBoth()
    await api.server.db
      .updateTable('subscriptions')
      .set({ state: 'finished', current_day: 5 })
      .where('id', '=', own)
      .execute()
    const [first, second] = await listed(api.user.token)
    expect([first, second]).toMatchObject([
      { subscriptionId: gift, days: [] },
      { subscriptionId: own, state: 'finished', phone: '+77011234567' },
    ])
    expect(second.days.every(({ text }: { text: string | null }) => text !== null)).toBe(true)
  })

  test('can be sent to another number until its first message is on its way', async () => {
    const { own, gift } = await givenBoth()
    const mended = await mend(gift, '8 701 333 44 66', api.user.token)
    expect(mended.statusCode).toBe(200)
    expect(mended.json().programs).toMatchObject([{ phone: '+77011234567' }, { phone: '+77013334466' }])
    await sendDay()
    expect((await phones()).map(({ to }) => to).toSorted()).toEqual(['77011234567', '77013334466'])
    const late = await mend(gift, friend, api.user.token)
    expect([late.statusCode, late.json().code]).toEqual([409, 'program_begun'])
    expect((await listed(api.user.token))[1].phone).toBe('+77013334466')
    expect((await mend(own, friend, api.user.token)).json().code).toBe('program_begun')
  })

  test('is sent to none of its buyer’s own numbers, however they are written', async () => {
    const { gift } = await givenBoth()
    const { statusCode, body } = await mend(gift, '8 (701) 123-45-67', api.user.token)
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      400,
      { code: 'invalid_input', fields: { phone: 'own_number' } },
    ])
    expect((await listed(api.user.token))[1]).toMatchObject({ isGift: true, phone: friend })
  })

  test('is mended by its buyer alone, to what is a number', async () => {
    const { gift } = await givenBoth()
    expect((await mend(gift, '+77013334466')).statusCode).toBe(401)
    expect((await mend(gift, '+77013334466', api.admin.token)).statusCode).toBe(404)
    expect((await mend(gift, '+7701', api.user.token)).statusCode).toBe(400)
    expect((await mend('not-an-id', '+77013334466', api.user.token)).statusCode).toBe(400)
    expect((await listed(api.user.token))[1].phone).toBe(friend)
    expect(await listed(api.admin.token)).toEqual([])
  })

  test('shows nothing of itself to whoever has that number, who is told no day that is not true', async () => {
    const boughtAt = new Date('2026-11-01T17:00:00Z')
    const alone = await givenSubscription(api.server.db, {
      userId: api.admin.userId,
      phone: '+77019990000',
      boughtAt,
    })
    const [before] = await listed(api.admin.token)
    expect(before).toMatchObject({ nextOn: null, begins: expect.stringMatching(/^(soon|late)$/) })
    await givenBoth()
    await api.server.db.updateTable('subscriptions').set({ phone: friend }).where('id', '=', alone).execute()
    expect(await listed(api.admin.token)).toEqual([{ ...before, phone: friend }])
  })

  test('does not hide when another of one’s own to the same number begins', async () => {
    await givenSubscription(api.server.db, { userId: api.user.userId, phone: '+77011234567' })
    const boughtAt = new Date('2026-11-01T16:00:00Z')
    await givenSubscription(api.server.db, { userId: api.user.userId, phone: '8 701 123 45 67', boughtAt })
    const [, second] = await listed(api.user.token)
    // The first sends from this noon on.
    expect(second).toMatchObject({ begins: 'after_own', nextOn: '2026-11-07' })
  })
})

test('a number that WhatsApp does not reach is told in the cabinet, to its buyer and to the owner, and mended there', async () => {
  const email = freshEmail(timur)
  const buyer = await api.server.signIn(email)
  const id = await givenSubscription(api.server.db, { userId: buyer.userId, email, phone: '+77051404404' })
  const order = await api.server.db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('inv_id')
    .where('subscriptions.id', '=', id)
    .executeTakeFirstOrThrow()
  const headers = { authorization: `Bearer ${buyer.token}` }
  const read = async () =>
    (await api.server.app.inject({ url: '/api/program', headers })).json<{
      programs: Record<string, unknown>[]
    }>().programs[0]
  const mails = () => api.server.mailbox.list().filter(({ to }) => to === email)
  const trigger = () =>
    post('/api/daily-messaging/trigger', {}, { authorization: `Bearer ${api.admin.token}` })

  await trigger()
  expect(await until(read, (program) => program?.unreached === true)).toMatchObject({
    ...{ unreached: true, currentDay: 0, nextOn: null, phone: '+77051404404' },
  })
  const told = (list: { subject: string }[]) =>
    list.some(({ subject }) => subject.includes('проверьте номер'))
  expect(told(await until(async () => mails(), told))).toBe(true)
  const alerts = async () =>
    api.server.db.selectFrom('owner_messages').selectAll().where('alert', '=', 'number_unreached').execute()
  const alarmed = await until(alerts, (list) => list.length > 0)
  expect(new Set(alarmed.map(({ reference }) => reference))).toEqual(new Set([String(order.inv_id)]))

  const before = mails().length
  await trigger()
  await api.server.jobs.drainQueue()
  expect([mails().length, (await alerts()).length]).toEqual([before, alarmed.length])

  const mending = await post('/api/contact', { phone: '+77051234567' }, headers)
  expect([mending.statusCode, mending.json()]).toEqual([200, { programs: 1 }])
  await trigger()
  const arrived = await until(phones, (list) => list.some(({ status }) => status === 'delivered'))
  expect(arrived.map(({ to, status }) => [to, status])).toContainEqual(['77051234567', 'delivered'])
  expect(await until(read, (program) => program?.currentDay === 1)).toMatchObject({
    ...{ unreached: false, currentDay: 1 },
  })
})

test('six equal requests to send by hand at once are answered clearly, and send one message', async () => {
  const body = { phone: '+77051234567', category: 'A', day: 2 }
  const headers = { authorization: `Bearer ${api.admin.token}` }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post('/api/daily-messaging/manual-send', body, headers)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(202))
  const told = answers.map((answer) => answer.json<{ status: string; messageId: string }>())
  expect(told.map(({ status }) => status).sort()).toEqual([...Array(5).fill('already_queued'), 'queued'])
  expect(new Set(told.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await messages()).toHaveLength(1)
})
