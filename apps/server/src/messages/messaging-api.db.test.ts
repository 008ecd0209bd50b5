import { randomUUID } from 'node:crypto'
import { apiErrorTexts } from '@app/content/ru/errors'
import { checklistFileName, giftGreeting } from '@app/content/ru/whatsapp'
import { buildAttempt } from '@app/testing/attempt'
import { givenSubscription, morningClock } from '@app/testing/messages/given-messages'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import {
  inboundPayload,
  signWebhook,
  statusPayload,
  webhookPayload,
} from '@app/testing/whatsapp/graph-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sandboxAccount } from './whatsapp/sandbox-account.ts'

let server: GivenServer
let secretKey: string
const noon = morningClock()
let admin: { userId: string; token: string }
let user: { userId: string; token: string }

const account = sandboxAccount('http://localhost:3000')
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  server = await givenServer({ now: noon })
  const keys = await sql<{
    value: string
  }>`select value from platform.secrets where value like 'sb_secret_%'`.execute(server.db)
  secretKey = keys.rows[0]?.value ?? ''
  admin = await server.signInAsStaff(freshEmail(timur))
  user = await server.signIn(freshEmail(timur))
})
afterEach(async () => {
  await server.db.deleteFrom('messages').execute()
  await server.db.deleteFrom('erased_checklists').execute()
  await server.db.deleteFrom('message_contacts').execute()
  await server.db.deleteFrom('message_events').execute()
  await server.db.deleteFrom('message_calls').execute()
  await server.db.deleteFrom('subscriptions').execute()
  await server.app.inject({ method: 'DELETE', url: '/sandbox/api/whatsapp' })
})
afterAll(() => server.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers })
const askChecklist = (body: object, token?: string) =>
  post('/api/whatsapp/send-checklist', body, token ? { authorization: `Bearer ${token}` } : {})
const wanted = { phoneNumber: '8 (701) 123-45-67', category: 'A', subcategory: 'A2' }
const messages = () => server.db.selectFrom('messages').selectAll().execute()
const sendable = async () => (await messages()).filter(({ status }) => status !== 'failed')
const phones = async () =>
  (await server.app.inject('/sandbox/api/whatsapp')).json<{ to: string; status: string }[]>()

async function until<T>(read: () => Promise<T>, isThere: (value: T) => boolean): Promise<T> {
  for (let tries = 0; ; tries++) {
    const value = await read()
    if (isThere(value) || tries === 200) return value
    await server.jobs.drainQueue()
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

describe('POST /api/whatsapp/send-checklist', () => {
  test('answers at once and the checklist reaches the phone', async () => {
    const response = await askChecklist(wanted)
    expect(response.statusCode).toBe(202)
    expect(response.json()).toEqual({ status: 'queued' })

    const arrived = await until(phones, (list) => list[0]?.status === 'delivered')
    expect(arrived).toMatchObject([
      {
        to: '77011234567',
        kind: 'template',
        status: 'delivered',
        documentUrl: expect.stringMatching(
          /\/storage\/v1\/object\/public\/public-downloads\/checklists\/a2\.pdf$/,
        ),
      },
    ])
    expect(await until(messages, (rows) => rows[0]?.status === 'delivered')).toMatchObject([
      { kind: 'checklist', subcategory: 'A2', status: 'delivered', user_id: null },
    ])
  })

  test('remembers whose cabinet shows it', async () => {
    await askChecklist(wanted, user.token)
    expect(await messages()).toMatchObject([{ user_id: user.userId }])
  })

  test.each([
    ['no phone', { ...wanted, phoneNumber: 'позвоните' }, { phoneNumber: 'phone' }],
    ['half a phone', { ...wanted, phoneNumber: '+7701' }, { phoneNumber: 'phone' }],
    ['an endless phone', { ...wanted, phoneNumber: '7'.repeat(1000) }, { phoneNumber: expect.any(String) }],
    ['an unknown subcategory', { ...wanted, subcategory: 'D1' }, { subcategory: expect.any(String) }],
    ['another category', { ...wanted, category: 'B' }, { subcategory: 'not_of_category' }],
    ['nothing', {}, expect.objectContaining({ phoneNumber: expect.any(String) })],
    ['numbers', { phoneNumber: 77011234567, category: 1, subcategory: null }, expect.anything()],
  ])('%s is refused with what to correct', async (_, body, fields) => {
    const response = await askChecklist(body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ code: 'invalid_input', message: apiErrorTexts.invalid_input, fields })
  })

  test('pressed twice, also at the same moment, sends one message', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => askChecklist(wanted)))
    await askChecklist({ ...wanted, phoneNumber: '+7 701 123 45 67' })
    expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([202]))
    expect(await messages()).toHaveLength(1)
  })

  const subcategories = ['A1', 'A2', 'B1', 'B2', 'C1', 'C2']
  const askAll = (more: object, token?: string) =>
    Promise.all(
      subcategories.map((subcategory) =>
        askChecklist({ ...wanted, ...more, category: subcategory[0], subcategory }, token),
      ),
    )
  const outcomes = (responses: { statusCode: number; json: () => { code?: string } }[]) =>
    responses.map((response) => response.json().code ?? response.statusCode).sort()

  test('goes to a user’s own number as often as a person needs, and others are served', async () => {
    await givenSubscription(server.db, { userId: user.userId, phone: '+77011234567' })
    expect(outcomes(await askAll({}, user.token))).toEqual([
      202,
      202,
      202,
      202,
      'rate_limited',
      'rate_limited',
    ])
    expect((await messages()).map(({ asked_as }) => asked_as)).toEqual(Array(4).fill('own'))
    expect((await askChecklist({ ...wanted, phoneNumber: '+77019999999' })).statusCode).toBe(202)
  })

  test('goes once to a number that does not answer, and again when it does', async () => {
    // To strangers that looks like any other number.
    expect(outcomes(await askAll({}))).toEqual(Array(6).fill(202))
    // Whoever claims the number by a lead of their own knows no more of it than its digits, and is told no more.
    const attempt = buildAttempt({ contact: { ...timur, email: freshEmail(timur), phone: '+77011234567' } })
    const { resultToken } = (await server.saveLead(attempt)).json<{ resultToken: string }>()
    expect(outcomes(await askAll({ resultToken }))).toEqual(Array(6).fill(202))
    expect(await sendable()).toHaveLength(1)

    const answered = { last_inbound_at: noon() }
    await server.db.updateTable('message_contacts').set(answered).execute()
    await askAll({ resultToken })
    expect(await sendable()).toHaveLength(2)
  })

  test('goes to the number of the visitor’s own result, and is known to', async () => {
    const contact = { ...timur, email: freshEmail(timur), phone: '+77011234567' }
    const { resultToken } = (await server.saveLead(buildAttempt({ contact }))).json<{ resultToken: string }>()
    expect((await askChecklist({ ...wanted, resultToken })).statusCode).toBe(202)
    expect((await askChecklist({ ...wanted, phoneNumber: '+77019999999', resultToken })).statusCode).toBe(202)
    expect((await messages()).map(({ asked_as }) => asked_as).sort()).toEqual(['lead', 'stranger'])
    expect(JSON.stringify(await messages())).not.toContain('127.0.0.1')
  })

  test('goes as to one’s own number once that has answered a message of this user', async () => {
    const claimant = async () => {
      const { userId, token } = await server.signIn(freshEmail(timur))
      await server.admin.auth.admin.updateUserById(userId, { user_metadata: { phone: '+77011234567' } })
      return token
    }
    const [first, second] = [await claimant(), await claimant()]
    await askChecklist(wanted, first)
    await server.db.updateTable('messages').set({ sent_at: noon() }).execute()
    const inAnHour = new Date(noon().getTime() + 3_600_000)
    await server.db.updateTable('message_contacts').set({ last_inbound_at: inAnHour }).execute()

    await askChecklist({ ...wanted, subcategory: 'A1' }, first)
    // The answer was to somebody else’s: typing the number makes it nobody’s own.
    await askChecklist({ ...wanted, category: 'B', subcategory: 'B1' }, second)
    const rows = await messages()
    expect(rows.map(({ subcategory, asked_as }) => `${subcategory} ${asked_as}`).sort()).toEqual([
      'A1 own',
      'A2 stranger',
      'B1 stranger',
    ])
  })

  test('goes once to a number that does not answer, however many accounts are made and deleted', async () => {
    const asked = async () => {
      const email = freshEmail(timur)
      const { userId, token } = await server.signIn(email)
      await server.saveLead(buildAttempt({ contact: { ...timur, email, phone: '+77011234567' } }), token)
      const { statusCode } = await askChecklist(wanted, token)
      const sent = await sendable()
      const { data, error } = await server.admin.rpc('delete_account', { account_id: userId })
      expect([data, error, await sendable()]).toEqual([true, null, []])
      return { statusCode, sent: sent.length }
    }
    expect([await asked(), await asked(), await asked()]).toEqual([
      { statusCode: 202, sent: 1 },
      { statusCode: 202, sent: 0 },
      { statusCode: 202, sent: 0 },
    ])
    const kept = await server.db.selectFrom('erased_checklists').selectAll().execute()
    expect(kept.filter(({ failure }) => failure === null)).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('7701')

    // What counts for everybody together counts on, too.
    await server.db
      .updateTable('erased_checklists')
      .set({ number_digest: null, asked_as: 'stranger' })
      .execute()
    const numbers = Array.from({ length: 20 }, (_, at) => `+770100000${10 + at}`)
    const responses = await Promise.all(
      numbers.map((phoneNumber) => askChecklist({ ...wanted, phoneNumber })),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 202)).toHaveLength(19)
  })

  describe('from one address', () => {
    let strict: GivenServer
    beforeAll(async () => {
      strict = await givenServer({
        env: { CHECKLISTS_TO_STRANGERS: '2', CHECKLISTS_PER_ADDRESS: '3' },
      })
    })
    afterAll(() => strict.close())

    const leadOf = (phone: string) => buildAttempt({ contact: { ...timur, email: freshEmail(timur), phone } })
    type Asking = { ip: string; resultToken?: string; token?: string }
    const ask = async (phoneNumber: string, { ip, resultToken, token }: Asking) => {
      const answer = await strict.app.inject({
        method: 'POST',
        url: '/api/whatsapp/send-checklist',
        remoteAddress: ip,
        payload: { ...wanted, phoneNumber, ...(resultToken && { resultToken }) },
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
      return answer.statusCode
    }

    test('goes to few strangers, and to more numbers of results', async () => {
      const ip = '198.51.100.1'
      const lead = await strict.saveLead(leadOf('+77010000005'))
      const { resultToken } = lead.json<{ resultToken: string }>()
      const strangers = ['+77010000001', '+77010000002', '+77010000003']
      const answers = []
      for (const phone of strangers) answers.push(await ask(phone, { ip }))
      expect(answers).toEqual([202, 202, 429])
      expect([await ask('+77010000005', { ip, resultToken }), await ask('+77010000006', { ip })]).toEqual([
        202, 429,
      ])
    })

    test('leaves as much room after a number that is silent as after any other', async () => {
      const ip = '198.51.100.3'
      await strict.db
        .insertInto('message_contacts')
        .values({ phone: '77030000001', opted_out_at: noon(), command_at: noon() })
        .execute()
      const answers = []
      for (const number of [1, 2, 3]) answers.push(await ask(`+7703000000${number}`, { ip }))
      expect(answers).toEqual([202, 202, 429])
    })

    test('goes to no more, whatever numbers accounts call their own', async () => {
      const ip = '198.51.100.2'
      const answers: number[] = []
      for (const account of [1, 2, 3, 4]) {
        const { token } = await strict.signIn(freshEmail(timur))
        for (const victim of [1, 2, 3, 4]) {
          const phone = `+770200000${account}${victim}`
          // The first two accounts write the number into themselves, the others into leads of theirs.
          if (account > 2) await strict.saveLead(leadOf(phone), token)
          else {
            const claimed = await strict.app.inject({
              method: 'PUT',
              url: '/auth/v1/user',
              headers: { authorization: `Bearer ${token}` },
              payload: { data: { phone } },
            })
            expect(claimed.statusCode).toBe(200)
          }
          answers.push(await ask(phone, { ip, token }))
        }
      }
      const refused = (times: number) => Array<number>(times).fill(429)
      expect(answers).toEqual([202, 202, ...refused(6), 202, ...refused(7)])
    })
  })

  test('is counted for everybody together, however many ask at once', async () => {
    const numbers = Array.from({ length: 80 }, (_, at) => `+770100000${10 + at}`)
    const responses = await Promise.all(
      numbers.map((phoneNumber) => askChecklist({ ...wanted, phoneNumber })),
    )
    expect(responses.filter(({ statusCode }) => statusCode === 202)).toHaveLength(20)
    expect(await messages()).toHaveLength(20)
  })

  test('tells whoever paid with the number that it asked us to stop, and nobody else', async () => {
    const { body, signature } = signWebhook(
      webhookFor(inboundPayload({ id: `wamid.${randomUUID()}`, from: '77011234567', text: 'СТОП' })),
      account.appSecret,
    )
    await callWebhook(body, signature)
    await until(
      () => server.db.selectFrom('message_contacts').selectAll().execute(),
      ([contact]) => contact?.opted_out_at instanceof Date,
    )
    const claimant = await server.signIn(freshEmail(timur))
    await server.admin.auth.admin.updateUserById(claimant.userId, {
      user_metadata: { phone: '+77011234567' },
    })
    for (const token of [undefined, claimant.token]) {
      const stranger = await askChecklist(wanted, token)
      expect([stranger.statusCode, stranger.json()]).toEqual([202, { status: 'queued' }])
    }
    const checklists = (await messages()).filter(({ kind }) => kind === 'checklist')
    expect(checklists).toMatchObject([{ status: 'failed', send_state: 'done', user_id: null }])

    const attempt = buildAttempt({ contact: { ...timur, email: freshEmail(timur), phone: '+77011234567' } })
    const { resultToken } = (await server.saveLead(attempt)).json<{ resultToken: string }>()
    expect((await askChecklist({ ...wanted, resultToken })).statusCode).toBe(202)
    expect(
      (await messages()).filter(({ kind, status }) => kind === 'checklist' && status !== 'failed'),
    ).toEqual([])

    const buyer = await server.signIn(freshEmail(timur))
    await givenSubscription(server.db, { userId: buyer.userId, phone: '+77011234567' })
    const response = await askChecklist(wanted, buyer.token)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ code: 'opted_out', message: apiErrorTexts.opted_out })
  })
})

/** The same call, for the sandbox's number. */
function webhookFor(payload: object): object {
  return JSON.parse(JSON.stringify(payload).replaceAll('100200300400', account.phoneNumberId)) as object
}

function callWebhook(body: Buffer, signature?: string, type = 'application/json') {
  return server.app.inject({
    method: 'POST',
    url: '/api/whatsapp/webhook',
    payload: body,
    headers: { 'content-type': type, ...(signature && { 'x-hub-signature-256': signature }) },
  })
}

describe('the webhook', () => {
  test.each([
    [
      'the right token',
      { 'hub.mode': 'subscribe', 'hub.verify_token': account.verifyToken, 'hub.challenge': '4711' },
      200,
    ],
    ['another token', { 'hub.mode': 'subscribe', 'hub.verify_token': 'guess', 'hub.challenge': '4711' }, 403],
    [
      'another mode',
      { 'hub.mode': 'other', 'hub.verify_token': account.verifyToken, 'hub.challenge': '4711' },
      403,
    ],
    ['nothing', {}, 403],
  ])('is verified with %s', async (_, query, status) => {
    const response = await server.app.inject({
      url: '/api/whatsapp/webhook',
      query: query as Record<string, string>,
    })
    expect(response.statusCode).toBe(status)
    if (status === 200)
      expect(response).toMatchObject({
        body: '4711',
        headers: { 'content-type': expect.stringMatching(/^text\/plain/) },
      })
  })

  const payload = webhookFor(inboundPayload({ id: 'wamid.1', from: '77011234567', text: 'Привет, ёж 🌅' }))
  const signed = signWebhook(payload, account.appSecret)

  test('keeps a signed call, byte for byte as it came, once', async () => {
    for (const _ of [1, 2]) {
      const response = await callWebhook(signed.body, signed.signature)
      expect(response.statusCode).toBe(200)
    }
    const calls = await server.db.selectFrom('message_calls').select('body').execute()
    // The stand-in of an earlier test may still be reporting.
    expect(calls.filter(({ body }) => Buffer.from(body).equals(signed.body))).toHaveLength(1)
    await server.jobs.drainQueue()
    const events = await server.db
      .selectFrom('message_events')
      .selectAll()
      .where('event_key', 'like', 'message:%')
      .execute()
    expect(events).toMatchObject([{ event_key: 'message:wamid.1', handled_at: expect.any(Date) }])
    const words = await server.db.selectFrom('inbound_messages').select('text').execute()
    expect(words).toEqual([{ text: 'Привет, ёж 🌅' }])
  })

  test('takes a signed call whatever its type is said to be', async () => {
    expect((await callWebhook(signed.body, signed.signature, 'text/plain')).statusCode).toBe(200)
  })

  test.each([
    ['no signature', signed.body, undefined],
    ['another secret’s signature', signed.body, signWebhook(payload, 'guess').signature],
    ['a signature of the unescaped text', signed.body, signWebhook({}, account.appSecret).signature],
    ['a changed byte', Buffer.concat([signed.body.subarray(0, -1), Buffer.from(' }')]), signed.signature],
    ['half the body', signed.body.subarray(0, 20), signed.signature],
    ['a signature that is none', signed.body, 'sha256=zz'],
  ])('%s is refused and nothing is kept', async (_, body, signature) => {
    const response = await callWebhook(body, signature)
    expect(response.statusCode).toBe(401)
    // The stand-in of an earlier test may still be reporting.
    const kept = await server.db.selectFrom('message_calls').select('body').execute()
    expect(kept.filter((call) => Buffer.from(call.body).equals(body))).toEqual([])
  })

  test.each(['not json', '[]', 'null', '{"object":"page","entry":[]}', ''])(
    'signed nonsense %j is refused',
    async (text) => {
      const body = Buffer.from(text)
      const { createHmac } = await import('node:crypto')
      const signature = `sha256=${createHmac('sha256', account.appSecret).update(body).digest('hex')}`
      expect((await callWebhook(body, signature)).statusCode).toBe(400)
    },
  )

  test('keeps a call with 40,000 reports, some of them unspeakable', async () => {
    const reports = Array.from({ length: 40_000 }, (_, at) => ({ id: `wamid.${at}`, status: 'read' }))
    const odd = ['\u0000', '\ud800'].map((id) => ({ id, status: 'read' }))
    const call = signWebhook(webhookFor(statusPayload(...odd, ...reports)), account.appSecret)
    expect((await callWebhook(call.body, call.signature)).statusCode).toBe(200)
    const kept = await server.db.selectFrom('message_calls').select('body').execute()
    expect(kept.filter(({ body }) => Buffer.from(body).equals(call.body))).toHaveLength(1)
    await server.db.deleteFrom('message_calls').execute()
    await server.jobs.drainQueue()
  })

  test('a call of another kind is taken note of and nothing more', async () => {
    const other = signWebhook(webhookPayload({}, account.phoneNumberId), account.appSecret)
    expect((await callWebhook(other.body, other.signature)).statusCode).toBe(200)
  })
})

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
        server.app.inject({ method, url: prefix + path, headers, ...(payload && { payload }) })
      const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

      expect((await call({})).statusCode).toBe(401)
      expect((await call(bearer('nonsense'))).statusCode).toBe(401)
      expect((await call({ apikey: 'sb_secret_guess' })).statusCode).toBe(401)
      expect((await call(bearer(user.token))).statusCode).toBe(403)
      const allowed = path.startsWith('/reset') ? 404 : path === '/manual-send' ? 202 : 200
      expect((await call(bearer(admin.token))).statusCode).toBe(allowed)
      expect((await call(bearer(secretKey))).statusCode).toBe(allowed)
      expect((await call({ apikey: secretKey })).statusCode).toBe(allowed)
    })
  })

  test('a role that was taken away opens nothing, though its token lives on', async () => {
    const former = await server.signInAsStaff(freshEmail(timur))
    const call = () => post('/api/daily-messaging/trigger', {}, { authorization: `Bearer ${former.token}` })
    expect((await call()).statusCode).toBe(200)
    await server.admin.auth.admin.updateUserById(former.userId, { app_metadata: { role: 'none' } })
    expect((await call()).statusCode).toBe(403)
  })

  const asAdmin = (path: string, payload?: object) =>
    server.app.inject({
      method: payload ? 'POST' : 'GET',
      url: `/api/daily-messaging${path}`,
      headers: { apikey: secretKey },
      ...(payload && { payload }),
    })

  test.each([[{}], [{ 'content-type': 'application/json' }]])(
    'works without a body, by %o',
    async (headers) => {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/daily-messaging/trigger',
        headers: { apikey: secretKey, ...headers },
      })
      expect([response.statusCode, response.json()]).toMatchObject([200, { dryRun: false }])
    },
  )

  test('the panel’s {test: true} lists who would get what', async () => {
    const id = await givenSubscription(server.db, { phone: '+77011234567' })
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
    const id = await givenSubscription(server.db, { phone: '+77011234567', email: 'reader@example.kz' })
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
    server.app.inject({ url: '/api/program', headers: token ? { authorization: `Bearer ${token}` } : {} })

  test('is for the signed-in', async () => expect((await ask()).statusCode).toBe(401))

  test('is empty for a user without a program', async () => {
    expect((await ask(user.token)).json()).toEqual({ programs: [], messagesLeft: 0 })
  })

  test('shows the days so far with their texts, and the next date', async () => {
    const id = await givenSubscription(server.db, {
      userId: user.userId,
      phone: '+77011234567',
    })
    await givenSubscription(server.db, { userId: admin.userId })
    await post('/api/daily-messaging/trigger', { force: true }, { apikey: secretKey })
    await until(messages, (rows) => rows.every(({ status }) => status === 'delivered'))

    const { programs, messagesLeft } = (await ask(user.token)).json()
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
    return (await server.app.inject({ url: '/api/program', headers })).json().programs
  }
  const mend = (id: string, phone: string, token?: string) =>
    post(`/api/program/${id}/phone`, { phone }, token ? { authorization: `Bearer ${token}` } : {})
  const givenBoth = async () => {
    const userId = user.userId
    const own = await givenSubscription(server.db, { userId, phone: '+77011234567' })
    const gift = await givenSubscription(server.db, {
      ...{ userId, phone: friend, isGift: true },
      boughtAt: new Date('2026-11-01T16:00:00Z'),
    })
    return { own, gift }
  }
  const sendDay = async () => {
    await post('/api/daily-messaging/trigger', { force: true }, { apikey: secretKey })
    await until(messages, (rows) => rows.length > 0 && rows.every(({ status }) => status === 'delivered'))
  }

  test('stands beside one’s own: to whom it goes and how far it is, not what its reader read', async () => {
    const { own, gift } = await givenBoth()
    expect(await listed(user.token)).toMatchObject([
      { subscriptionId: own, isGift: false, phone: '+77011234567', follows: true, canMendPhone: false },
      { subscriptionId: gift, isGift: true, phone: friend, follows: false, canMendPhone: true },
    ])
    await sendDay()
    expect(await listed(user.token)).toMatchObject([
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
    await server.db
      .updateTable('subscriptions')
      .set({ state: 'finished', current_day: 5 })
      .where('id', '=', own)
      .execute()
    const [first, second] = await listed(user.token)
    expect([first, second]).toMatchObject([
      { subscriptionId: gift, days: [] },
      { subscriptionId: own, state: 'finished', phone: '+77011234567' },
    ])
    expect(second.days.every(({ text }: { text: string | null }) => text !== null)).toBe(true)
  })

  test('can be sent to another number until its first message is on its way', async () => {
    const { own, gift } = await givenBoth()
    const mended = await mend(gift, '8 701 333 44 66', user.token)
    expect(mended.statusCode).toBe(200)
    expect(mended.json().programs).toMatchObject([{ phone: '+77011234567' }, { phone: '+77013334466' }])
    await sendDay()
    expect((await phones()).map(({ to }) => to).toSorted()).toEqual(['77011234567', '77013334466'])
    const late = await mend(gift, friend, user.token)
    expect([late.statusCode, late.json().code]).toEqual([409, 'program_begun'])
    expect((await listed(user.token))[1].phone).toBe('+77013334466')
    expect((await mend(own, friend, user.token)).json().code).toBe('program_begun')
  })

  test('is sent to none of its buyer’s own numbers, however they are written', async () => {
    const { gift } = await givenBoth()
    const { statusCode, body } = await mend(gift, '8 (701) 123-45-67', user.token)
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      400,
      { code: 'invalid_input', fields: { phone: 'own_number' } },
    ])
    expect((await listed(user.token))[1]).toMatchObject({ isGift: true, phone: friend })
  })

  test('is mended by its buyer alone, to what is a number', async () => {
    const { gift } = await givenBoth()
    expect((await mend(gift, '+77013334466')).statusCode).toBe(401)
    expect((await mend(gift, '+77013334466', admin.token)).statusCode).toBe(404)
    expect((await mend(gift, '+7701', user.token)).statusCode).toBe(400)
    expect((await mend('not-an-id', '+77013334466', user.token)).statusCode).toBe(400)
    expect((await listed(user.token))[1].phone).toBe(friend)
    expect(await listed(admin.token)).toEqual([])
  })

  test('shows nothing of itself to whoever has that number, who is told no day that is not true', async () => {
    const boughtAt = new Date('2026-11-01T17:00:00Z')
    const alone = await givenSubscription(server.db, {
      userId: admin.userId,
      phone: '+77019990000',
      boughtAt,
    })
    const [before] = await listed(admin.token)
    expect(before).toMatchObject({ nextOn: null, begins: expect.stringMatching(/^(soon|late)$/) })
    await givenBoth()
    await server.db.updateTable('subscriptions').set({ phone: friend }).where('id', '=', alone).execute()
    expect(await listed(admin.token)).toEqual([{ ...before, phone: friend }])
  })

  test('does not hide when another of one’s own to the same number begins', async () => {
    await givenSubscription(server.db, { userId: user.userId, phone: '+77011234567' })
    const boughtAt = new Date('2026-11-01T16:00:00Z')
    await givenSubscription(server.db, { userId: user.userId, phone: '8 701 123 45 67', boughtAt })
    const [, second] = await listed(user.token)
    // The first sends from this noon on.
    expect(second).toMatchObject({ begins: 'after_own', nextOn: '2026-11-07' })
  })
})

describe('POST /api/contact', () => {
  const change = (payload: object, token?: string) =>
    post('/api/contact', payload, token ? { authorization: `Bearer ${token}` } : {})
  const givenLead = (userId: string, ownership: 'own' | 'linked') =>
    server.db
      .insertInto('quiz_leads')
      .values({
        user_id: userId,
        ownership,
        name: 'Прежнее имя',
        phone: '+77011234567',
        quiz_answers: '{}',
        scores: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const contactOf = (id: string) =>
    server.db
      .selectFrom('quiz_leads')
      .select(['name', 'phone'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const toldOf = async (userId: string) =>
    (
      await server.db
        .selectFrom('auth.users')
        .select('raw_user_meta_data as told')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
    ).told

  test('is for the signed-in', async () =>
    expect((await change({ phone: '+77019998877' })).statusCode).toBe(401))

  test.each([
    { phone: 'нет' },
    { phone: '+7' },
    { phone: 77019998877 },
    { name: ' ' },
    { name: 'ё'.repeat(300) },
    {},
  ])('refuses %j', async (payload) => {
    expect((await change(payload, user.token)).statusCode).toBe(400)
  })

  test('moves the caller’s programs and nobody else’s', async () => {
    const mine = await givenSubscription(server.db, { userId: user.userId, phone: '+77011234567' })
    const other = await givenSubscription(server.db, { userId: admin.userId, phone: '+77011234567' })
    const response = await change({ phone: '+7 (701) 999-88-77' }, user.token)
    expect([response.statusCode, response.json()]).toEqual([200, { programs: 1 }])
    const phoneOf = async (id: string) =>
      (await server.db.selectFrom('subscriptions').select('phone').where('id', '=', id).execute())[0]?.phone
    expect([await phoneOf(mine), await phoneOf(other)]).toEqual(['+77019998877', null])
    expect((await change({ phone: '+77019998877' }, user.token)).json()).toEqual({ programs: 0 })

    // A phone that a checklist was asked for is the account's from now on; the program goes on where it was.
    const asked = await change({ phone: '+77019998866', keepPrograms: true }, user.token)
    expect([asked.statusCode, asked.json(), await phoneOf(mine)]).toEqual([
      200,
      { programs: 0 },
      '+77019998877',
    ])
    expect(await toldOf(user.userId)).toMatchObject({ phone: '+77019998866' })
  })

  test('changes the account and the leads that are certainly the caller’s, one field without the other', async () => {
    const own = await givenLead(user.userId, 'own')
    const linked = await givenLead(user.userId, 'linked')
    const strangers = await givenLead(admin.userId, 'own')
    await change({ phone: '+77019998800' }, user.token)
    await change({ name: ' Айгерим ' }, user.token)
    expect(await contactOf(own.id)).toEqual({ name: 'Айгерим', phone: '+77019998800' })
    const before = { name: 'Прежнее имя', phone: '+77011234567' }
    expect([await contactOf(linked.id), await contactOf(strangers.id)]).toEqual([before, before])
    expect(await toldOf(user.userId)).toMatchObject({
      ...{ name: 'Айгерим', full_name: 'Айгерим' },
      ...{ phone: '+77019998800', phone_number: '+77019998800' },
    })
  })

  const forgetTold = async () => {
    await server.db.deleteFrom('quiz_leads').where('user_id', '=', user.userId).execute()
    await sql`update auth.users set raw_user_meta_data = raw_user_meta_data - 'phone' - 'phone_number' where id = ${user.userId}::uuid`.execute(
      server.db,
    )
  }

  test('a phone typed for a purchase is the account’s where no number is known, and takes the place of none', async () => {
    const typed = { phone: '+77019998811', ifMissing: true }
    const program = await givenSubscription(server.db, { userId: user.userId, phone: '+77011234567' })
    await forgetTold()
    expect((await change(typed, user.token)).json()).toEqual({ programs: 0 })
    expect(await toldOf(user.userId)).toMatchObject({ phone: '+77019998811', phone_number: '+77019998811' })

    // Neither is saved by this, so who asks for it is told and loses nothing.
    for (const more of [{ name: 'Айгерим' }, { keepPrograms: true }]) {
      expect((await change({ ...typed, ...more }, user.token)).statusCode).toBe(400)
    }
    const friends = { phone: '+77019998822', ifMissing: true }
    expect((await change(friends, user.token)).statusCode).toBe(200)
    expect(await toldOf(user.userId)).toMatchObject({ phone: '+77019998811', phone_number: '+77019998811' })
    const { phone } = await server.db
      .selectFrom('subscriptions')
      .select('phone')
      .where('id', '=', program)
      .executeTakeFirstOrThrow()
    expect(phone).toBeNull()
  })

  test('nor is it the account’s where a result of their own names another number', async () => {
    await forgetTold()
    const own = await givenLead(user.userId, 'own')
    await change({ phone: '+77019998822', ifMissing: true }, user.token)
    expect(await toldOf(user.userId)).not.toHaveProperty('phone')
    expect(await contactOf(own.id)).toMatchObject({ phone: '+77011234567' })

    await change({ phone: '8 701 123 45 67', ifMissing: true }, user.token)
    expect(await toldOf(user.userId)).toMatchObject({ phone: expect.stringContaining('7011234567') })
    await forgetTold()
  })

  test('a result that was left for somebody else names no number of the buyer’s', async () => {
    await forgetTold()
    await givenLead(user.userId, 'linked')
    await change({ phone: '+77019998833', ifMissing: true }, user.token)
    expect(await toldOf(user.userId)).toMatchObject({ phone: '+77019998833', phone_number: '+77019998833' })
    await forgetTold()
  })

  test.each(['phone', 'phone_number'])(
    'an account that has its number as %s alone keeps it',
    async (name) => {
      await forgetTold()
      const known = JSON.stringify({ [name]: '+77011234567' })
      await sql`update auth.users set raw_user_meta_data = raw_user_meta_data || ${known}::jsonb
      where id = ${user.userId}::uuid`.execute(server.db)
      const before = await toldOf(user.userId)
      expect(before).toMatchObject({ [name]: '+77011234567' })
      expect((await change({ phone: '+77019998844', ifMissing: true }, user.token)).statusCode).toBe(200)
      expect(await toldOf(user.userId)).toEqual(before)
      await forgetTold()
    },
  )

  test('saves nothing when one of the places refuses', async () => {
    const id = await givenSubscription(server.db, { userId: user.userId, phone: '+77011234567' })
    const told = await toldOf(user.userId)
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      server.db,
    )
    await sql`create trigger refuse before update on auth.users for each row execute function refuse()`.execute(
      server.db,
    )
    const { statusCode } = await change({ phone: '+77015550000' }, user.token)
    await sql`drop function refuse cascade`.execute(server.db)
    expect(statusCode).toBe(500)
    const { phone } = await server.db
      .selectFrom('subscriptions')
      .select('phone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([phone, await toldOf(user.userId)]).toEqual([null, told])
  })
})

describe('rows of messages', () => {
  test('are read by whom they are for, and written by nobody', async () => {
    await askChecklist(wanted, user.token)
    const as = (token: string) => ({ authorization: `Bearer ${token}`, apikey: secretKey })
    const read = async (token: string, table = 'messages', columns = 'id,kind,status') =>
      server.app.inject({ url: `/rest/v1/${table}?select=${columns}`, headers: as(token) })

    expect((await read(user.token)).json()).toMatchObject([{ kind: 'checklist' }])
    expect((await read(admin.token)).json()).toEqual([])
    expect((await read(user.token, 'messages', 'id,failure')).statusCode).toBe(403)
    for (const table of ['message_contacts', 'message_events', 'inbound_messages', 'message_channels']) {
      expect((await read(user.token, table, '*')).statusCode).toBe(403)
    }
    const change = await server.app.inject({
      method: 'PATCH',
      url: '/rest/v1/messages?kind=eq.checklist',
      headers: { ...as(user.token), ...json },
      payload: { status: 'read' },
    })
    expect(change.statusCode).toBe(403)
  })
})

test('the log of all this names no phone, no text and no file', async () => {
  await askChecklist({ ...wanted, phoneNumber: '+77015550123' })
  await until(phones, (list) => list.some(({ status }) => status === 'delivered'))
  const log = server.log.join('\n')
  expect(log).toContain('/api/whatsapp/send-checklist')
  for (const secret of [
    '7015550123',
    '7011234567',
    'reader@example.kz',
    'ёж',
    'СТОП',
    checklistFileName,
    secretKey,
    account.token,
  ]) {
    expect(log).not.toContain(secret)
  }
})

test('a report that our server was told of twice is one fact', async () => {
  await askChecklist(wanted)
  const [message] = await until(messages, ([row]) => row?.status === 'delivered')
  const report = statusPayload({
    id: message?.provider_message_id ?? '',
    status: 'read',
    ourId: message?.id ?? '',
  })
  const { body, signature } = signWebhook(webhookFor(report), account.appSecret)
  await Promise.all([callWebhook(body, signature), callWebhook(body, signature)])
  expect(await until(messages, ([row]) => row?.status === 'read')).toMatchObject([{ status: 'read' }])
})

test('a number that WhatsApp does not reach is told in the cabinet, to its buyer and to the owner, and mended there', async () => {
  const email = freshEmail(timur)
  const buyer = await server.signIn(email)
  const id = await givenSubscription(server.db, { userId: buyer.userId, email, phone: '+77051404404' })
  const order = await server.db
    .selectFrom('subscriptions')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('inv_id')
    .where('subscriptions.id', '=', id)
    .executeTakeFirstOrThrow()
  const headers = { authorization: `Bearer ${buyer.token}` }
  const read = async () =>
    (await server.app.inject({ url: '/api/program', headers })).json<{
      programs: Record<string, unknown>[]
    }>().programs[0]
  const mails = () => server.mailbox.list().filter(({ to }) => to === email)
  const trigger = () => post('/api/daily-messaging/trigger', {}, { authorization: `Bearer ${admin.token}` })

  await trigger()
  expect(await until(read, (program) => program?.unreached === true)).toMatchObject({
    ...{ unreached: true, currentDay: 0, nextOn: null, phone: '+77051404404' },
  })
  const told = (list: { subject: string }[]) =>
    list.some(({ subject }) => subject.includes('проверьте номер'))
  expect(told(await until(async () => mails(), told))).toBe(true)
  const alerts = async () =>
    server.db.selectFrom('owner_messages').selectAll().where('alert', '=', 'number_unreached').execute()
  const alarmed = await until(alerts, (list) => list.length > 0)
  expect(new Set(alarmed.map(({ reference }) => reference))).toEqual(new Set([String(order.inv_id)]))

  const before = mails().length
  await trigger()
  await server.jobs.drainQueue()
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
  const headers = { authorization: `Bearer ${admin.token}` }
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post('/api/daily-messaging/manual-send', body, headers)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(202))
  const told = answers.map((answer) => answer.json<{ status: string; messageId: string }>())
  expect(told.map(({ status }) => status).sort()).toEqual([...Array(5).fill('already_queued'), 'queued'])
  expect(new Set(told.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await messages()).toHaveLength(1)
})
