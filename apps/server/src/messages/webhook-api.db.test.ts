import { givenSubscription } from '@app/testing/messages/given-messages'
import {
  inboundPayload,
  signWebhook,
  statusPayload,
  webhookPayload,
} from '@app/testing/whatsapp/graph-server'
import { describe, expect, test } from 'vitest'
import { givenMessagingApi, wanted } from './given-messaging-api.ts'

const api = givenMessagingApi()
const { account, askChecklist, messages, phones, until, webhookFor, callWebhook } = api

const json = { 'content-type': 'application/json' }

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
    const response = await api.server.app.inject({
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
    const calls = await api.server.db.selectFrom('message_calls').select('body').execute()
    // The stand-in of an earlier test may still be reporting.
    expect(calls.filter(({ body }) => Buffer.from(body).equals(signed.body))).toHaveLength(1)
    await api.server.jobs.drainQueue()
    const events = await api.server.db
      .selectFrom('message_events')
      .selectAll()
      .where('event_key', 'like', 'message:%')
      .execute()
    expect(events).toMatchObject([{ event_key: 'message:wamid.1', handled_at: expect.any(Date) }])
    const words = await api.server.db.selectFrom('inbound_messages').select('text').execute()
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
    const kept = await api.server.db.selectFrom('message_calls').select('body').execute()
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
    const kept = await api.server.db.selectFrom('message_calls').select('body').execute()
    expect(kept.filter(({ body }) => Buffer.from(body).equals(call.body))).toHaveLength(1)
    await api.server.db.deleteFrom('message_calls').execute()
    await api.server.jobs.drainQueue()
  })

  test('a call of another kind is taken note of and nothing more', async () => {
    const other = signWebhook(webhookPayload({}, account.phoneNumberId), account.appSecret)
    expect((await callWebhook(other.body, other.signature)).statusCode).toBe(200)
  })
})

describe('rows of messages', () => {
  test('are read by whom they are for, and written by nobody', async () => {
    await givenSubscription(api.server.db, { userId: api.user.userId, phone: '+77011234567' })
    await askChecklist(wanted, api.user.token)
    const as = (token: string) => ({ authorization: `Bearer ${token}`, apikey: api.secretKey })
    const read = async (token: string, table = 'messages', columns = 'id,kind,status') =>
      api.server.app.inject({ url: `/rest/v1/${table}?select=${columns}`, headers: as(token) })

    expect((await read(api.user.token)).json()).toMatchObject([{ kind: 'checklist' }])
    expect((await read(api.admin.token)).json()).toEqual([])
    expect((await read(api.user.token, 'messages', 'id,failure')).statusCode).toBe(403)
    for (const table of ['message_contacts', 'message_events', 'inbound_messages', 'message_channels']) {
      expect((await read(api.user.token, table, '*')).statusCode).toBe(403)
    }
    const change = await api.server.app.inject({
      method: 'PATCH',
      url: '/rest/v1/messages?kind=eq.checklist',
      headers: { ...as(api.user.token), ...json },
      payload: { status: 'read' },
    })
    expect(change.statusCode).toBe(403)
  })
})

test('the log of all this names no phone, no text and no file', async () => {
  await askChecklist({ ...wanted, phoneNumber: '+77015550123' })
  await until(phones, (list) => list.some(({ status }) => status === 'delivered'))
  expect(api.server.log.join('\n')).toContain('/api/whatsapp/send-checklist')
  api.expectNoSecretInLog()
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
