import { expect, onTestFinished, test } from 'vitest'
import { givenHttp } from '../../test/given-outside.ts'
import { telegramBot } from './telegram-bot.ts'

const token = '123456:a-token-nobody-should-see'

async function givenTelegram(status: number, body: string, headers: Record<string, string> = {}) {
  const asked: { url: string | undefined; body: string }[] = []
  const elsewhere = await givenHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    asked.push({ url: request.url, body: Buffer.concat(chunks).toString() })
    response.writeHead(status, headers).end(body)
  })
  onTestFinished(elsewhere.close)
  return { asked, bot: telegramBot({ apiUrl: elsewhere.url, token, chatId: '-100123' }, fetch) }
}

test('a message goes to the chat in plain words, cut where Telegram ends', async () => {
  const { asked, bot } = await givenTelegram(200, '{"ok":true,"result":{}}')
  expect(await bot.send(`⚠️ ${'ё'.repeat(5000)}`)).toEqual({ outcome: 'accepted' })

  expect(asked[0]?.url).toBe(`/bot${token}/sendMessage`)
  const sent: { chat_id: string; text: string; parse_mode?: string } = JSON.parse(asked[0]?.body ?? '')
  expect(sent).toMatchObject({ chat_id: '-100123', link_preview_options: { is_disabled: true } })
  expect(sent.text).toHaveLength(4096)
  expect(sent.parse_mode).toBeUndefined()
})

test.each<[string, number, string, Record<string, string>, object]>([
  [
    'asks to wait, in its own words',
    429,
    '{"ok":false,"error_code":429,"description":"Too Many Requests","parameters":{"retry_after":35}}',
    {},
    { outcome: 'refused', status: 429, reason: 'Too Many Requests', retryAfterMs: 35_000 },
  ],
  [
    'is behind something that asks to wait',
    503,
    '<html>',
    { 'retry-after': '7' },
    { outcome: 'refused', status: 503, reason: 'no description', retryAfterMs: 7_000 },
  ],
  [
    'does not know the chat',
    400,
    '{"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
    {},
    { outcome: 'refused', status: 400, reason: 'Bad Request: chat not found', retryAfterMs: null },
  ],
  [
    'answers what is no answer',
    200,
    'OK',
    {},
    { outcome: 'refused', status: 200, reason: 'no description', retryAfterMs: null },
  ],
])('a Telegram that %s is understood', async (_title, status, body, headers, answer) => {
  const { bot } = await givenTelegram(status, body, headers)
  expect(await bot.send('x')).toEqual(answer)
})

test('one that is away, or hangs, is told apart by a word that has no token in it', async () => {
  const away = telegramBot({ apiUrl: 'http://127.0.0.1:9', token, chatId: '1' }, fetch)
  expect(await away.send('x')).toMatchObject({ outcome: 'no_answer' })

  const hanging = telegramBot({ apiUrl: 'http://127.0.0.1:9', token, chatId: '1' }, (url) =>
    Promise.reject(new DOMException(`${url} took too long`, 'TimeoutError')),
  )
  const answer = await hanging.askBot()
  expect(answer).toEqual({ outcome: 'no_answer', reason: 'TimeoutError' })
})
