import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { createPhones } from './phones.ts'
import type { WebhookUpdate } from './webhook-update.ts'
import { toWebhookBody } from './webhook-update.ts'
import { whatsappPlugin } from './whatsapp-plugin.ts'

const account = { phoneNumberId: '100', token: 'token' }
const templates = [
  { name: 'greeting', body: 'Доброе утро, {{1}}!\n\nПервый день.', hasDocument: false },
  { name: 'sheet', body: 'Ваш чек-лист.', hasDocument: true },
]

/** The stand-in with a product that takes every piece of news. */
async function givenPhones(bounds: { maxChats?: number; maxMessages?: number } = {}) {
  const news: WebhookUpdate[] = []
  let clock = new Date('2026-11-02T04:00:00Z')
  const phones = createPhones({
    tell: async (each) => news.push(each) > 0,
    now: () => clock,
    travelMs: 3,
    ...bounds,
  })
  const app = Fastify()
  await app.register(whatsappPlugin, {
    prefix: '/sandbox',
    whatsapp: { phones, account, templates, language: 'ru' },
  })
  const send = (body: object, token = account.token, number = '100') =>
    app.inject({
      method: 'POST',
      url: `/sandbox/graph/v26.0/${number}/messages`,
      headers: { authorization: `Bearer ${token}` },
      payload: body,
    })
  return {
    app,
    news,
    send,
    list: async () => (await app.inject('/sandbox/api/whatsapp')).json<Record<string, unknown>[]>(),
    wait: (ms: number) => {
      clock = new Date(clock.getTime() + ms)
    },
    arrival: () => new Promise((resolve) => setTimeout(resolve, 40)),
  }
}

const envelope = { messaging_product: 'whatsapp', to: '+7 701 123 45 67', biz_opaque_callback_data: 'ours' }
const template = (name: string, components: object[] = [], language = 'ru') => ({
  ...envelope,
  type: 'template',
  template: { name, language: { code: language }, components },
})
const named = (...names: string[]) => ({
  type: 'body',
  parameters: names.map((text) => ({ type: 'text', text })),
})
const withSheet = {
  type: 'header',
  parameters: [{ type: 'document', document: { link: 'https://site.test/a1.pdf', filename: 'Лист.pdf' } }],
}
const text = { ...envelope, type: 'text', text: { body: 'Хорошо' } }

describe('the stand-in of the Graph API', () => {
  test('shows a template with its places filled, and reports its way with our id', async () => {
    const { send, list, news, arrival } = await givenPhones()
    const response = await send(template('greeting', [named('Асель')]))
    expect(response.json()).toMatchObject({
      messaging_product: 'whatsapp',
      contacts: [{ wa_id: '77011234567' }],
      messages: [{ id: expect.stringMatching(/^wamid\./) }],
    })
    await arrival()
    expect(await list()).toEqual([
      {
        to: '77011234567',
        kind: 'template',
        text: 'Доброе утро, Асель!\n\nПервый день.',
        documentUrl: null,
        status: 'delivered',
        at: '2026-11-02T04:00:00.000Z',
      },
    ])
    expect(news).toMatchObject(
      ['sent', 'delivered'].map((status) => ({
        statuses: [{ status, biz_opaque_callback_data: 'ours', recipient_id: '77011234567' }],
      })),
    )
  })

  test('is read when a person opens the page, where nothing is taken for markup', async () => {
    const { app, send, list, arrival } = await givenPhones()
    await send(template('greeting', [named('<b>Асель</b>')]))
    await arrival()
    const page = (await app.inject('/sandbox/whatsapp')).body
    expect(page).toContain('Доброе утро, &lt;b&gt;Асель&lt;/b&gt;!')
    expect(page).toContain('+7\u00a0701\u00a0123\u00a045\u00a067')
    expect(await list()).toMatchObject([{ status: 'read' }])
  })

  test('brings nothing to a number that is not on WhatsApp', async () => {
    const { send, list, news, arrival } = await givenPhones()
    await send(template('greeting', [named('Асель')]))
    await send({ ...template('greeting', [named('Асель')]), to: '+77051404404' })
    await arrival()
    expect(await list()).toEqual([
      expect.objectContaining({ to: '77011234567', status: 'delivered' }),
      expect.objectContaining({ to: '77051404404', status: 'failed' }),
    ])
    expect(news).toContainEqual({
      statuses: [
        expect.objectContaining({ status: 'failed', errors: [expect.objectContaining({ code: 131026 })] }),
      ],
    })
  })

  test('refuses free words to someone who has not written for a day', async () => {
    const { app, send, list, news, wait, arrival } = await givenPhones()
    await send(text)
    await arrival()
    expect(await list()).toMatchObject([{ status: 'failed' }])
    expect(news).toMatchObject([{ statuses: [{ status: 'failed', errors: [{ code: 131047 }] }] }])

    const reply = {
      method: 'POST',
      url: '/sandbox/api/whatsapp/reply',
      payload: { chat: 'c1', text: 'Пишите' },
    } as const
    expect((await app.inject(reply)).statusCode).toBe(204)
    await send(text)
    await arrival()
    expect(await list()).toMatchObject([{ status: 'delivered' }, { status: 'failed' }])

    wait(25 * 3_600_000)
    await send(text)
    await arrival()
    expect(await list()).toMatchObject([{ status: 'failed' }, {}, {}])
  })

  test.each([
    [190, 401, text, 'stolen', '100'],
    [100, 400, text, 'token', '999'],
    [100, 400, {}, 'token', '100'],
    [131009, 400, { ...text, to: 'nobody' }, 'token', '100'],
    [131051, 400, { ...envelope, type: 'sticker' }, 'token', '100'],
    [100, 400, { ...text, text: { body: '' } }, 'token', '100'],
    [132001, 404, template('unknown'), 'token', '100'],
    [132001, 404, template('greeting', [named('Асель')], 'en'), 'token', '100'],
    [132000, 400, template('greeting'), 'token', '100'],
    [132000, 400, template('sheet', [withSheet, named('Асель')]), 'token', '100'],
    [132012, 400, template('sheet'), 'token', '100'],
    [132012, 400, template('greeting', [withSheet, named('Асель')]), 'token', '100'],
    [132018, 400, template('greeting', [named('Асель\nЖ.')]), 'token', '100'],
    [132018, 400, template('greeting', [named('')]), 'token', '100'],
    [132005, 400, template('greeting', [named('ж'.repeat(4096))]), 'token', '100'],
    [100, 400, { ...text, biz_opaque_callback_data: 'a'.repeat(513) }, 'token', '100'],
    [
      131053,
      400,
      { ...envelope, type: 'document', document: { link: 'x', filename: 'a.pdf', caption: 'Лист' } },
      'token',
      '100',
    ],
  ])('answers %i with status %i', async (code, status, body, token, number) => {
    const { send, list } = await givenPhones()
    const response = await send(body, token, number)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ error: { code } })
    expect(await list()).toEqual([])
  })
})

test('a person can write from a phone that nobody has written to', async () => {
  const { app, news } = await givenPhones()
  const begun = await app.inject({
    method: 'POST',
    url: '/sandbox/api/whatsapp/phones',
    payload: { phone: '8 701 000 11 22' },
  })
  expect(begun.json()).toEqual({ chat: 'c1' })
  const say = (payload: object) => app.inject({ method: 'POST', url: '/sandbox/api/whatsapp/reply', payload })
  expect((await say({ chat: 'c1', text: ' СТОП ' })).statusCode).toBe(204)
  expect(news).toMatchObject([{ messages: [{ from: '77010001122', type: 'text', text: { body: 'СТОП' } }] }])

  expect((await say({ chat: 'c1', text: ' ' })).statusCode).toBe(400)
  expect((await say({ chat: 'c9', text: 'СТОП' })).statusCode).toBe(502)
  const wrong = await app.inject({
    method: 'POST',
    url: '/sandbox/api/whatsapp/phones',
    payload: { phone: 'нет' },
  })
  expect(wrong.statusCode).toBe(400)
})

test.each([
  ['caption', { messages: [{ type: 'image', image: { caption: 'Да' } }] }],
  ['button', { messages: [{ interactive: { type: 'button_reply', button_reply: { title: 'Да' } } }] }],
  ['list', { messages: [{ interactive: { type: 'list_reply', list_reply: { title: 'Да' } } }] }],
  ['reaction', { messages: [{ type: 'reaction', reaction: { message_id: 'before', emoji: 'Да' } }] }],
  [
    'edit',
    {
      messages: [
        { type: 'edit', edit: { original_message_id: 'before', message: { text: { body: 'Да' } } } },
      ],
    },
  ],
  ['revoke', { messages: [{ type: 'revoke', revoke: { original_message_id: 'before' } }] }],
  ['number', { messages: [{ type: 'system', system: { type: 'user_changed_number' } }] }],
  ['stop', { user_preferences: [{ wa_id: '77010001122', value: 'stop' }] }],
  ['resume', { user_preferences: [{ wa_id: '77010001122', value: 'resume' }] }],
  ['echo', { message_echoes: [{ to: '77010001122', type: 'text', text: { body: 'Да' } }] }],
])('something can be said by %s', async (way, told) => {
  const { app, news } = await givenPhones()
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  await post('/sandbox/api/whatsapp/phones', { phone: '8 701 000 11 22' })
  const say = (payload: object) => post('/sandbox/api/whatsapp/reply', { chat: 'c1', ...payload })
  await say({ text: 'Раньше' })
  expect((await say({ text: 'Да', way })).statusCode).toBe(204)
  const before = JSON.stringify(news[0]).match(/wamid[^"]+/)?.[0] ?? ''
  expect(JSON.parse(JSON.stringify(news[1]).replaceAll(before, 'before'))).toMatchObject(told)
  expect((await say({ text: 'Да', way: 'shout' })).statusCode).toBe(400)
})

test.each([{ maxChats: 2 }, { maxMessages: 2 }])('with %o the oldest chats are forgotten', async (bounds) => {
  const { send, list } = await givenPhones(bounds)
  for (const last of [1, 2, 3]) await send({ ...text, to: `+7701000000${last}` })
  expect((await list()).map(({ to }) => to).toSorted()).toEqual(['77010000002', '77010000003'])
})

test('everything can be deleted', async () => {
  const { app, send, list } = await givenPhones()
  await send(template('greeting', [named('Асель')]))
  expect((await app.inject({ method: 'DELETE', url: '/sandbox/api/whatsapp' })).statusCode).toBe(204)
  expect(await list()).toEqual([])
  expect((await app.inject('/sandbox/whatsapp')).body).toContain('Сообщений пока нет')
})

test('news travels with its Cyrillic letters escaped, as WhatsApp signs it', () => {
  const field = (update: WebhookUpdate) => JSON.parse(toWebhookBody(update, '100')).entry[0].changes[0].field
  expect(field({ message_echoes: [] })).toBe('smb_message_echoes')
  expect(field({ contacts: [], user_preferences: [] })).toBe('user_preferences')
  const body = toWebhookBody({ statuses: [{ title: 'ё🌅' }] }, '100')
  expect(JSON.parse(body).entry[0].changes[0].field).toBe('messages')
  expect(body).toContain('\\u0451\\ud83c\\udf05')
  expect(JSON.parse(body).entry[0].changes[0].value.statuses).toEqual([{ title: 'ё🌅' }])
})
