import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createMailbox } from './mail/mailbox.ts'
import { sandboxPlugin } from './sandbox-plugin.ts'
import { createTelegramChat } from './telegram/chat.ts'

const mail = {
  to: 'aliya@example.com',
  subject: 'Код для входа',
  text: 'Код: 482913',
  html: '<p onclick="alert(1)">"482913"</p>',
}

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const authenticator = {
  listKeys: async () => [{ account: 'admin@<sandbox>.example', secret, isConfirmed: true }],
}

async function givenSandbox() {
  const mailbox = createMailbox(200, () => new Date('2026-11-21T05:00:00Z'))
  const app = Fastify()
  await app.register(sandboxPlugin, {
    prefix: '/sandbox',
    mailbox,
    merchant: null,
    whatsapp: null,
    telegram: createTelegramChat({ token: '1:bot', chatId: '7' }),
    events: null,
    authenticator,
  })
  return { app, mailbox }
}

test('programs read the mails newest first and empty the mailbox', async () => {
  const { app, mailbox } = await givenSandbox()
  await mailbox.deliver(mail)
  await mailbox.deliver({ ...mail, subject: 'Второе' })

  const mails = (await app.inject('/sandbox/api/mail')).json()
  expect(mails).toEqual([
    { ...mail, subject: 'Второе', at: '2026-11-21T05:00:00.000Z' },
    { ...mail, at: '2026-11-21T05:00:00.000Z' },
  ])

  await mailbox.deliver({ ...mail, to: 'other+1@example.kz' })
  const of = async (address: string) =>
    (await app.inject({ url: '/sandbox/api/mail', query: { to: address } })).json<{ to: string }[]>()
  expect((await of('other+1@example.kz')).map(({ to }) => to)).toEqual(['other+1@example.kz'])
  expect(await of('nobody@example.kz')).toEqual([])
  expect((await app.inject('/sandbox/api/mail?to=a&to=b')).json()).toEqual([])

  expect((await app.inject({ method: 'DELETE', url: '/sandbox/api/mail' })).statusCode).toBe(204)
  expect((await app.inject('/sandbox/api/mail')).json()).toEqual([])
})

test('people see the code in large type and the letter in a frame without rights', async () => {
  const { app, mailbox } = await givenSandbox()
  await mailbox.deliver(mail)

  const page = (await app.inject('/sandbox/mail')).body
  expect(page).toContain('<output>482913</output>')
  expect(page).toContain('10:00:00')
  expect(page).toContain(
    '<iframe sandbox="" title="Код для входа" srcdoc="&lt;p onclick=&quot;alert(1)&quot;&gt;',
  )
  expect(page).not.toMatch(/<p onclick|<script>/)
})

test('an empty mailbox says what to do', async () => {
  const { app } = await givenSandbox()

  expect((await app.inject('/sandbox/mail')).body).toContain('Писем пока нет')
})

test('the index and every file a page names are there', async () => {
  const { app } = await givenSandbox()
  for (const url of ['/sandbox', '/sandbox/mail', '/sandbox/telegram']) {
    const page = await app.inject(url)
    expect(page.statusCode).toBe(200)
    const named = [...page.body.matchAll(/(?:src|href)="(\/sandbox\/[^"]+)"/g)].map((match) => match[1] ?? '')
    for (const file of named) expect((await app.inject(file)).statusCode, file).toBe(200)
  }
})

test('codes of the second factor are there for people, for programs, and for a key that was pasted', async () => {
  const { app } = await givenSandbox()
  const paste = (key: string) =>
    app.inject({ method: 'POST', url: '/sandbox/api/authenticator', payload: { secret: key } })

  const [shown] = (await app.inject('/sandbox/api/authenticator')).json()
  expect(shown).toMatchObject({
    account: 'admin@<sandbox>.example',
    secret,
    code: expect.stringMatching(/^\d{6}$/),
  })
  expect((await app.inject('/sandbox/authenticator')).body).toContain('admin@&lt;sandbox&gt;.example')
  expect((await paste(secret.toLowerCase())).json()).toMatchObject({ code: expect.any(String) })
  expect((await paste('not a key!')).statusCode).toBe(400)
})

test('the owner’s chat takes what the Bot API takes, refuses as it does, and shows it', async () => {
  const { app } = await givenSandbox()
  const call = (token: string, method: string, payload: object) =>
    app.inject({ method: 'POST', url: `/sandbox/telegram/bot${token}/${method}`, payload })
  const send = (payload: object) => call('1:bot', 'sendMessage', payload)

  expect((await send({ chat_id: '7', text: '⚠️ Место\n\nМало <b>\nОчень' })).json()).toMatchObject({
    ok: true,
    result: { message_id: 1, chat: { id: 7 } },
  })
  expect((await send({ chat_id: 8, text: 'x' })).json()).toEqual({
    ...{ ok: false, error_code: 400, description: 'Bad Request: chat not found' },
  })
  expect((await send({ chat_id: 7, text: ' ' })).statusCode).toBe(400)
  expect((await send({ chat_id: 7, text: 'x'.repeat(4097) })).statusCode).toBe(400)
  expect((await call('1:other', 'getMe', {})).json()).toMatchObject({ ok: false, error_code: 401 })
  expect((await call('1:bot', 'deleteWebhook', {})).statusCode).toBe(404)
  expect((await call('1:bot', 'getChat', { chat_id: 7 })).statusCode).toBe(200)

  expect((await app.inject('/sandbox/api/telegram')).json()).toHaveLength(1)
  const page = (await app.inject('/sandbox/telegram')).body
  expect(page).toContain('<h2>⚠️ Место</h2>')
  expect(page).toContain('<p>Мало &lt;b&gt;<br>Очень</p>')
  await app.inject({ method: 'DELETE', url: '/sandbox/api/telegram' })
  expect((await app.inject('/sandbox/telegram')).body).toContain('Предупреждений нет')
})
