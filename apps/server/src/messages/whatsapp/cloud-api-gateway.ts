import { z } from 'zod'
import type { MessageGateway, SendOutcome } from '../message-gateway.ts'
import { toCloudApiBody } from './cloud-api-body.ts'

export type CloudApiSettings = {
  /** `https://graph.facebook.com`, or its replacement. */
  baseUrl: string
  /** The Graph API version, `v26.0`. */
  version: string
  phoneNumberId: string
  token: string
  /** The language the templates are approved in, exactly: `ru`. */
  language: string
  timeoutMs: number
  fetch?: typeof fetch
}

const acceptedSchema = z.object({
  messages: z.array(z.object({ id: z.string().min(1) })).min(1),
  contacts: z.array(z.object({ wa_id: z.string().optional() })).optional(),
})
const refusedSchema = z.object({ error: z.object({ code: z.number().int() }) })

/** Sends through the WhatsApp Cloud API. */
export function cloudApiGateway(settings: CloudApiSettings): MessageGateway {
  const url = `${settings.baseUrl}/${settings.version}/${settings.phoneNumberId}/messages`
  const request = settings.fetch ?? fetch
  return {
    async send(message) {
      const body = JSON.stringify(toCloudApiBody(message, settings.language))
      try {
        const response = await request(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(settings.timeoutMs),
        })
        return readAnswer(response.status, await response.json().catch(() => null))
      } catch (error) {
        return { outcome: failedBeforeSending(error) ? 'unreachable' : 'unknown' }
      }
    },
  }
}

function readAnswer(status: number, body: unknown): SendOutcome {
  if (status >= 200 && status < 300) {
    const { data } = acceptedSchema.safeParse(body)
    const message = data?.messages[0]
    // A success that cannot be read may still have been one.
    if (!message) return { outcome: 'unknown' }
    return { outcome: 'accepted', providerMessageId: message.id, waId: data?.contacts?.[0]?.wa_id ?? null }
  }
  const code = refusedSchema.safeParse(body).data?.error.code ?? null
  // An error without a code may come after the message was accepted.
  if (code === null && status >= 500) return { outcome: 'unknown' }
  return { outcome: 'refused', httpStatus: status, code }
}

const preConnectionErrors = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Returns true when the request failed before any byte of it was sent. */
function failedBeforeSending(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause && preConnectionErrors.has(String(cause.code))
}
