import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { presentedCredential } from '../../http/identify.ts'
import { isObject, JsonError, parseJson } from '../../http/json.ts'
import { maxBodyBytes } from './addresses.ts'
import { type Caller, isRefusal, readCaller } from './callers.ts'
import type { RealtimeContext } from './realtime-context.ts'
import { type Broadcast, jsonBroadcast, packBroadcast, sizeOf, topicKey } from './wire/broadcast.ts'

type Message = { topic: string; isPrivate: boolean; broadcast: Broadcast }
type SingleRoute = { Params: { topic: string; event: string }; Querystring: Record<string, unknown> }

const maxMessages = 100
const maxNameBytes = 240

/** Broadcasts over HTTP: several messages, or one with its body as payload. */
export function broadcastRoutes(app: FastifyInstance, context: RealtimeContext): void {
  const bodyLimit = maxBodyBytes(context.settings)
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_: FastifyRequest, body: Buffer) => body,
  )

  /** Knows and counts who calls before anything they have sent is read. */
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = await findCaller(context, request)
    const isCaller = caller !== null && !isRefusal(caller)
    const { events, bytes } = context.addresses.of(request.ip)
    const announced = Math.min(Number(request.headers['content-length'] ?? bodyLimit), bodyLimit)
    // A server that bears the secret key is not counted.
    const isServer = isCaller && caller.identity.role === 'service_role'
    if (!isServer && !(events.take() && bytes.take(announced))) return refuseTooMany(reply)
    if (!isCaller) return reply.code(401).send({ message: caller?.message ?? 'Unauthorized' })
    callers.set(request, caller)
  }

  app.post('/api/broadcast', { onRequest: admit }, async (request, reply) => {
    const caller = callers.get(request)
    if (!caller) return reply.code(401).send({ message: 'Unauthorized' })
    const messages = readMessages(readJson(request.body))
    if (!messages) return unprocessable(reply, { messages: ["can't be blank"] })
    return publishAll(context, request, reply, caller, messages)
  })

  app.post<SingleRoute>(
    '/api/broadcast/:topic/events/:event',
    { onRequest: admit },
    async (request, reply) => {
      const caller = callers.get(request)
      if (!caller) return reply.code(401).send({ message: 'Unauthorized' })
      const { params, query, headers, body } = request
      const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
      if (Object.keys(query).some((name) => name.startsWith('persist'))) {
        return unprocessable(reply, { persist: ['only messages sent from SQL are kept'] })
      }
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      const { topic, event } = params
      const isPrivate = query.private === 'true'
      if (type === 'application/octet-stream') {
        const broadcast: Broadcast = {
          kind: 'user',
          event,
          encoding: 'binary',
          payload: Buffer.from(bytes),
          meta: null,
        }
        return publishAll(context, request, reply, caller, [{ topic, isPrivate, broadcast }])
      }
      if (type !== 'application/json') return reply.code(415).send({ message: 'Unsupported Media Type' })
      const payload = readJson(body)
      if (payload === undefined) return unprocessable(reply, { payload: ['is invalid'] })
      const broadcast = jsonBroadcast(event, JSON.stringify(payload))
      return publishAll(context, request, reply, caller, [{ topic, isPrivate, broadcast }])
    },
  )
}

async function publishAll(
  { settings, addresses, rights, relay, hub }: RealtimeContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { identity }: Caller,
  messages: readonly Message[],
): Promise<FastifyReply> {
  const { maxPayloadBytes, publicChannels } = settings
  if (messages.some(({ broadcast }) => sizeOf(broadcast) > maxPayloadBytes)) {
    return unprocessable(reply, { messages: ['Payload size exceeds tenant limit'] })
  }
  const isTooLong = (name: string) => name === '' || Buffer.byteLength(name) > maxNameBytes
  if (messages.some(({ topic, broadcast }) => isTooLong(topic) || isTooLong(eventOf(broadcast)))) {
    return unprocessable(reply, { messages: ['topic and event must be given, and may not be long'] })
  }
  const address = addresses.of(request.ip)
  // Each private topic needs a policy check.
  const asked = new Set(messages.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic)).size
  // The first has been counted with the request.
  const mayCome =
    identity.role === 'service_role' ||
    (address.events.take(messages.length - 1) && address.joins.take(asked))
  if (!mayCome) return refuseTooMany(reply)
  const here = await hub()
  const found = new Map<string, boolean>()
  for (const { topic, isPrivate, broadcast } of messages) {
    if (isPrivate && !found.has(topic)) found.set(topic, (await rights.find(identity, topic)).sendsBroadcast)
    const isAllowed = isPrivate ? found.get(topic) : publicChannels
    // Silently skipped, like upstream.
    if (!isAllowed) continue
    const key = topicKey(topic, isPrivate)
    if (here) here.publish(key, broadcast, null)
    else relay.tell({ t: 'broadcast', topic: key, said: packBroadcast(broadcast) })
  }
  return reply.code(202).send()
}

async function findCaller({ keys }: RealtimeContext, request: FastifyRequest) {
  const presented = presentedCredential(request)
  return presented === null ? null : readCaller(keys, presented)
}

function refuseTooMany(reply: FastifyReply): FastifyReply {
  return reply.code(429).header('retry-after', '1').send({ message: 'You have exceeded your rate limit' })
}

/** Returns null for invalid lists. */
function readMessages(body: unknown): Message[] | null {
  const listed = isObject(body) ? body.messages : undefined
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > maxMessages) return null
  const messages = listed.flatMap((message: unknown): Message[] => {
    if (!isObject(message)) return []
    const { topic, event, payload } = message
    if (typeof topic !== 'string' || typeof event !== 'string' || payload === undefined) return []
    const broadcast = jsonBroadcast(event, JSON.stringify(payload))
    return [{ topic, isPrivate: message.private === true, broadcast }]
  })
  return messages.length === listed.length ? messages : null
}

function eventOf(broadcast: Broadcast): string {
  return broadcast.kind === 'user' ? broadcast.event : ''
}

/** Returns undefined for invalid JSON. */
function readJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined
  try {
    return parseJson(body.toString('utf8'))
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

function unprocessable(reply: FastifyReply, errors: Record<string, string[]>): FastifyReply {
  return reply.code(422).send({ errors })
}
