import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A message that the stand-in accepted. */
type AcceptedMessage = {
  /** The provider's id, `wamid.…`. */
  id: string
  to: string
  /** Our own id, which comes back with every status report. */
  ourId: string
  type: string
  body: Record<string, unknown>
}

/** The way the next request is treated. Without instructions it is accepted at once. */
type GraphBehaviour =
  | { kind: 'refuse'; status: number; code?: number }
  /** The message goes out, and nobody hears of it. */
  | { kind: 'accept_silently' }
  /** As above, by a connection that breaks. */
  | { kind: 'accept_and_break' }
  /** The message goes out, and the answer is an error that says nothing. */
  | { kind: 'accept_and_fail'; status: number }
  /** Nothing is accepted and no answer comes. */
  | { kind: 'hang' }
  | { kind: 'accept_after'; ms: number }
  | { kind: 'answer_nonsense' }

export type GraphServer = {
  url: string
  accepted: AcceptedMessage[]
  /** Returns the number of requests that came in, whatever became of them. */
  requests: () => number
  /** Instructions for the requests to come, in order; `always` is for all those after them. */
  behave: (...next: GraphBehaviour[]) => void
  always: (behaviour: GraphBehaviour | null) => void
  reset: () => void
  close: () => Promise<void>
}

export const graphAccount = {
  phoneNumberId: '100200300400',
  token: 'graph-token',
  appSecret: 'graph-app-secret',
  verifyToken: 'graph-verify-token',
}

/** A local server that speaks the shapes of the Graph API and misbehaves on demand. */
export async function givenGraphServer(): Promise<GraphServer> {
  const accepted: AcceptedMessage[] = []
  let instructions: GraphBehaviour[] = []
  let standing: GraphBehaviour | null = null
  let requests = 0

  const server = createServer(async (request, response) => {
    requests += 1
    const behaviour = instructions.shift() ?? standing
    const problem = checkRequest(request)
    if (problem)
      return answer(response, problem.status, { error: { code: problem.code, message: 'refused' } })
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    await behave(response, body, behaviour)
  })

  function accept(body: Record<string, unknown>): AcceptedMessage {
    const message = {
      id: `wamid.${randomUUID()}`,
      to: String(body.to ?? body.recipient),
      ourId: String(body.biz_opaque_callback_data),
      type: String(body.type),
      body,
    }
    accepted.push(message)
    return message
  }

  async function behave(
    response: ServerResponse,
    body: Record<string, unknown>,
    behaviour: GraphBehaviour | null,
  ) {
    switch (behaviour?.kind) {
      case 'refuse':
        return answer(
          response,
          behaviour.status,
          behaviour.code === undefined ? null : { error: { code: behaviour.code } },
        )
      case 'accept_silently':
        accept(body)
        return
      case 'accept_and_fail':
        accept(body)
        return answer(response, behaviour.status, null)
      case 'accept_and_break':
        accept(body)
        return response.destroy()
      case 'hang':
        return
      case 'answer_nonsense':
        accept(body)
        return answer(response, 200, { surprise: true })
      case 'accept_after':
        await new Promise((resolve) => setTimeout(resolve, behaviour.ms))
    }
    const { id, to } = accept(body)
    answer(response, 200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id }],
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    requests: () => requests,
    behave: (...next) => instructions.push(...next),
    always: (behaviour) => {
      standing = behaviour
    },
    reset() {
      accepted.length = 0
      instructions = []
      standing = null
      requests = 0
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function checkRequest(request: IncomingMessage): { status: number; code: number } | null {
  if (request.headers.authorization !== `Bearer ${graphAccount.token}`) return { status: 401, code: 190 }
  if (request.method !== 'POST' || request.url !== `/v26.0/${graphAccount.phoneNumberId}/messages`) {
    return { status: 404, code: 100 }
  }
  return null
}

function answer(response: ServerResponse, status: number, body: object | null): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body ? JSON.stringify(body) : '')
}

/** Seconds since 1970, as webhooks tell the time. */
const toTimestamp = (at: Date) => String(Math.floor(at.getTime() / 1000))

/** A webhook call of the provider: the bytes and their signature, with Cyrillic letters escaped as Meta does. */
export function signWebhook(
  payload: object,
  secret = graphAccount.appSecret,
): { body: Buffer; signature: string } {
  const escaped = JSON.stringify(payload).replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const body = Buffer.from(escaped)
  return { body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}

type ReportedStatus = {
  id: string
  status: string
  ourId?: string
  to?: string
  at?: Date
  code?: number
  userId?: string
}

/** The payload of a webhook call that reports statuses. */
export function statusPayload(...statuses: ReportedStatus[]): object {
  return webhookPayload({
    statuses: statuses.map(({ id, status, ourId, to, at, code, userId }) => ({
      id,
      status,
      timestamp: toTimestamp(at ?? new Date()),
      ...(to && { recipient_id: to }),
      ...(userId && { recipient_user_id: userId }),
      ...(ourId && { biz_opaque_callback_data: ourId }),
      ...(code !== undefined && { errors: [{ code, title: 'failed', error_data: { details: 'details' } }] }),
    })),
  })
}

type Inbound = { id: string; from?: string; userId?: string; text: string; at?: Date }

/** The payload of a webhook call that brings a person's text. */
export function inboundPayload({ id, from, userId, text: words, at }: Inbound): object {
  return webhookPayload({
    contacts: [
      { profile: { name: 'Имя' }, ...(from && { wa_id: from }), ...(userId && { user_id: userId }) },
    ],
    messages: [
      {
        id,
        timestamp: toTimestamp(at ?? new Date()),
        type: 'text',
        text: { body: words },
        ...(from && { from }),
      },
    ],
  })
}

/** A webhook call with this value, for our number. */
export function webhookPayload(value: object, phoneNumberId = graphAccount.phoneNumberId): object {
  const metadata = { display_phone_number: '77000000000', phone_number_id: phoneNumberId }
  return {
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '1',
        changes: [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }],
      },
    ],
  }
}
