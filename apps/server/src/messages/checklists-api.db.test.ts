import { randomUUID } from 'node:crypto'
import { apiErrorTexts } from '@app/content/ru/errors'
import { buildAttempt } from '@app/testing/attempt'
import { givenSubscription } from '@app/testing/messages/given-messages'
import { freshEmail, timur } from '@app/testing/people'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { inboundPayload, signWebhook } from '@app/testing/whatsapp/graph-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { givenMessagingApi, wanted } from './given-messaging-api.ts'

const api = givenMessagingApi()
const { noon, account, askChecklist, messages, phones, until, webhookFor, callWebhook } = api

const sendable = async () => (await messages()).filter(({ status }) => status !== 'failed')

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
    await askChecklist(wanted, api.user.token)
    expect(await messages()).toMatchObject([{ user_id: api.user.userId }])
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
    await givenSubscription(api.server.db, { userId: api.user.userId, phone: '+77011234567' })
    expect(outcomes(await askAll({}, api.user.token))).toEqual([
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
    const { resultToken } = (await api.server.saveLead(attempt)).json<{ resultToken: string }>()
    expect(outcomes(await askAll({ resultToken }))).toEqual(Array(6).fill(202))
    expect(await sendable()).toHaveLength(1)

    const answered = { last_inbound_at: noon() }
    await api.server.db.updateTable('message_contacts').set(answered).execute()
    await askAll({ resultToken })
    expect(await sendable()).toHaveLength(2)
  })

  test('goes to the number of the visitor’s own result, and is known to', async () => {
    const contact = { ...timur, email: freshEmail(timur), phone: '+77011234567' }
    const { resultToken } = (await api.server.saveLead(buildAttempt({ contact }))).json<{
      resultToken: string
    }>()
    expect((await askChecklist({ ...wanted, resultToken })).statusCode).toBe(202)
    expect((await askChecklist({ ...wanted, phoneNumber: '+77019999999', resultToken })).statusCode).toBe(202)
    expect((await messages()).map(({ asked_as }) => asked_as).sort()).toEqual(['lead', 'stranger'])
    expect(JSON.stringify(await messages())).not.toContain('127.0.0.1')
  })

  test('goes as to one’s own number once that has answered a message of this user', async () => {
    const claimant = async () => {
      const { userId, token } = await api.server.signIn(freshEmail(timur))
      await api.server.admin.auth.admin.updateUserById(userId, { user_metadata: { phone: '+77011234567' } })
      return token
    }
    const [first, second] = [await claimant(), await claimant()]
    await askChecklist(wanted, first)
    await api.server.db.updateTable('messages').set({ sent_at: noon() }).execute()
    const inAnHour = new Date(noon().getTime() + 3_600_000)
    await api.server.db.updateTable('message_contacts').set({ last_inbound_at: inAnHour }).execute()

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
      const { userId, token } = await api.server.signIn(email)
      await api.server.saveLead(buildAttempt({ contact: { ...timur, email, phone: '+77011234567' } }), token)
      const { statusCode } = await askChecklist(wanted, token)
      const sent = await sendable()
      const { data, error } = await api.server.admin.rpc('delete_account', { account_id: userId })
      expect([data, error, await sendable()]).toEqual([true, null, []])
      return { statusCode, sent: sent.length }
    }
    expect([await asked(), await asked(), await asked()]).toEqual([
      { statusCode: 202, sent: 1 },
      { statusCode: 202, sent: 0 },
      { statusCode: 202, sent: 0 },
    ])
    const kept = await api.server.db.selectFrom('erased_checklists').selectAll().execute()
    expect(kept.filter(({ failure }) => failure === null)).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain('7701')

    // What counts for everybody together counts on, too.
    await api.server.db
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
      () => api.server.db.selectFrom('message_contacts').selectAll().execute(),
      ([contact]) => contact?.opted_out_at instanceof Date,
    )
    const claimant = await api.server.signIn(freshEmail(timur))
    await api.server.admin.auth.admin.updateUserById(claimant.userId, {
      user_metadata: { phone: '+77011234567' },
    })
    for (const token of [undefined, claimant.token]) {
      const stranger = await askChecklist(wanted, token)
      expect([stranger.statusCode, stranger.json()]).toEqual([202, { status: 'queued' }])
    }
    const checklists = (await messages()).filter(({ kind }) => kind === 'checklist')
    expect(checklists).toMatchObject([{ status: 'failed', send_state: 'done', user_id: null }])

    const attempt = buildAttempt({ contact: { ...timur, email: freshEmail(timur), phone: '+77011234567' } })
    const { resultToken } = (await api.server.saveLead(attempt)).json<{ resultToken: string }>()
    expect((await askChecklist({ ...wanted, resultToken })).statusCode).toBe(202)
    expect(
      (await messages()).filter(({ kind, status }) => kind === 'checklist' && status !== 'failed'),
    ).toEqual([])

    const buyer = await api.server.signIn(freshEmail(timur))
    await givenSubscription(api.server.db, { userId: buyer.userId, phone: '+77011234567' })
    const response = await askChecklist(wanted, buyer.token)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({ code: 'opted_out', message: apiErrorTexts.opted_out })
  })
})
