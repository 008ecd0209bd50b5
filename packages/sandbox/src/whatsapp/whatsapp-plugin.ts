import { toWhatsappNumber } from '@app/domain/messages/phone'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { type ApprovedTemplate, readMessage } from './graph-request.ts'
import { phonePage } from './phone-page.ts'
import type { Chat, Phones } from './phones.ts'
import { inboundKinds } from './webhook-update.ts'

export type WhatsappSandbox = {
  phones: Phones
  account: { phoneNumberId: string; token: string }
  templates: readonly ApprovedTemplate[]
  language: string
}

/** Stands in for WhatsApp: its Graph API, a page with the phones, and what programs read (`/api/whatsapp`). */
export const whatsappPlugin: FastifyPluginAsync<{ whatsapp: WhatsappSandbox }> = async (
  app,
  { whatsapp },
) => {
  const { phones, account, templates, language } = whatsapp

  app.post<{ Params: { version: string; phoneNumberId: string } }>(
    '/graph/:version/:phoneNumberId/messages',
    async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${account.token}`)
        return refuse(reply, 401, 190, 'invalid token')
      if (request.params.phoneNumberId !== account.phoneNumberId)
        return refuse(reply, 400, 100, 'unknown number')
      const reading = readMessage(request.body, templates, language)
      if (!reading.ok)
        return refuse(reply, reading.refusal.status, reading.refusal.code, reading.refusal.message)
      const { phone } = reading.message
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: phone, wa_id: phone }],
        messages: [{ id: phones.accept(reading.message), message_status: 'accepted' }],
      }
    },
  )

  app.get<{ Querystring: { chat?: string } }>('/whatsapp', async (request, reply) => {
    const chats = phones.chats()
    const chosen = chats.find(({ id }) => id === request.query.chat)
    const shown = chosen ?? chats[0] ?? null
    if (shown) await phones.open(shown.id)
    return reply
      .type('text/html; charset=utf-8')
      .send(phonePage({ chats: phones.chats(), shown, isChosen: chosen !== undefined }))
  })

  app.post<{ Body: { chat?: unknown; text?: unknown; way?: unknown } | null }>(
    '/api/whatsapp/reply',
    async (request, reply) => {
      const { chat, text, way = 'text' } = request.body ?? {}
      const known = inboundKinds.find((one) => one === way)
      const words = typeof text === 'string' ? text.trim().slice(0, 4096) : ''
      if (typeof chat !== 'string' || words === '' || !known) return reply.status(400).send()
      return reply.status((await phones.reply(chat, words, known)) ? 204 : 502).send()
    },
  )

  app.post<{ Body: { phone?: unknown } | null }>('/api/whatsapp/phones', async (request, reply) => {
    const phone = toWhatsappNumber(String(request.body?.phone ?? ''))
    return phone ? { chat: phones.begin(phone) } : reply.status(400).send()
  })

  app.get('/api/whatsapp', async () => newestFirst(phones.chats()))

  app.delete('/api/whatsapp', async (_request, reply) => {
    phones.clear()
    return reply.status(204).send()
  })
}

function newestFirst(chats: readonly Chat[]) {
  return chats
    .flatMap(({ phone, messages }) => messages.map((message) => ({ ...message, phone })))
    .filter(({ kind }) => kind !== 'reply')
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .map(({ phone, kind, text, document, status, at }) => ({
      to: phone,
      kind,
      text,
      documentUrl: document?.url ?? null,
      status,
      at,
    }))
}

function refuse(reply: FastifyReply, status: number, code: number, message: string) {
  const error = {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    error_data: { details: message },
  }
  return reply.status(status).send({ error })
}
