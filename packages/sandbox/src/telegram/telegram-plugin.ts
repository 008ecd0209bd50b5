import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { TelegramChat } from './chat.ts'
import { telegramPage } from './telegram-page.ts'

type Call = { Params: { token: string; method: string }; Body: Record<string, unknown> | null }

const bot = { id: 1, is_bot: true, first_name: 'Песочница', username: 'sandbox_bot' }

/**
 * Stands in for Telegram: the Bot API's methods that write to one person, with its refusals, a page
 * with the chat, and what programs read (`/api/telegram`).
 */
export const telegramPlugin: FastifyPluginAsync<{ chat: TelegramChat }> = async (app, { chat }) => {
  const owner = { id: Number(chat.id), type: 'private' }

  app.post<Call>('/telegram/bot:token/:method', async ({ params, body }, reply) => {
    if (params.token !== chat.token) return refuse(reply, 401, 'Unauthorized')
    if (params.method === 'getMe') return { ok: true, result: bot }
    if (params.method !== 'sendMessage' && params.method !== 'getChat') return refuse(reply, 404, 'Not Found')
    const { chat_id: chatId, text } = body ?? {}
    if (String(chatId) !== chat.id) return refuse(reply, 400, 'Bad Request: chat not found')
    if (params.method === 'getChat') return { ok: true, result: owner }
    if (typeof text !== 'string' || text.trim() === '')
      return refuse(reply, 400, 'Bad Request: message text is empty')
    if (text.length > 4096) return refuse(reply, 400, 'Bad Request: message is too long')
    const { id, at } = chat.take(text)
    const date = Math.floor(new Date(at).getTime() / 1000)
    return { ok: true, result: { message_id: id, from: bot, chat: owner, date, text } }
  })

  app.get('/telegram', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(telegramPage(chat.list())),
  )

  app.get('/api/telegram', async () => chat.list().map(({ text, at }) => ({ text, at })))

  app.delete('/api/telegram', async (_request, reply) => {
    chat.clear()
    return reply.status(204).send()
  })
}

function refuse(reply: FastifyReply, code: number, description: string) {
  return reply.status(code).send({ ok: false, error_code: code, description })
}
