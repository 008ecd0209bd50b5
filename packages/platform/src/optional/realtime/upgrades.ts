import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocketServer } from 'ws'
import { isRefusal, readCaller } from './callers.ts'
import type { RealtimeContext } from './realtime-context.ts'
import type { Version } from './wire/frames.ts'

type Upgrade = { socket: Socket; head: Buffer; response: ServerResponse }
type SocketRoute = { Querystring: Record<string, unknown> }

/**
 * Accepts WebSocket upgrades at `/websocket` through the normal routes. Other upgrades go to other
 * listeners, or are normal requests.
 */
export function acceptUpgrades(app: FastifyInstance, context: RealtimeContext): void {
  const { keys, settings, addresses, openHub } = context
  const { maxPayloadBytes, connections, connectionsPerAddress } = settings
  const upgrades = new WeakMap<IncomingMessage, Upgrade>()
  const path = `${app.prefix}/websocket`
  let server: Promise<WebSocketServer> | null = null
  let open = 0

  const isOurs = ({ method, url, headers }: IncomingMessage) =>
    method === 'GET' && url?.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket'
  const isForOthers = () => app.server.listeners('upgrade').some((listener) => listener !== onUpgrade)
  const onUpgrade = (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isOurs(raw) && isForOthers()) return
    if (!(socket instanceof Socket)) {
      socket.destroy()
      return
    }
    // Without a listener an error would end the process.
    socket.on('error', () => {})
    const response = new ServerResponse(raw)
    response.shouldKeepAlive = false
    response.assignSocket(socket)
    response.on('finish', () => socket.destroySoon())
    if (isOurs(raw)) upgrades.set(raw, { socket, head, response })
    else if (announcesBody(raw)) {
      // Node has read no body of it: whoever is asked would take it for an empty one.
      response.writeHead(400).end()
      return
    }
    app.routing(raw, response)
  }
  app.server.on('upgrade', onUpgrade)
  const stopChoosing = chooseUpgrades(app.server, (raw) => isOurs(raw) || isForOthers())
  app.addHook('onClose', async () => {
    app.server.off('upgrade', onUpgrade)
    stopChoosing()
  })

  app.get<SocketRoute>('/websocket', async (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) return reply.code(426).header('upgrade', 'websocket').send({ message: 'Upgrade Required' })
    const apikey = apikeyOf(request)
    if (apikey === null) return reply.code(401).send({ message: 'No API key found in request' })
    const version = versionOf(request.query.vsn)
    if (version === null) return reply.code(400).send({ message: 'vsn must be 1.0.0 or 2.0.0' })
    const address = addresses.of(request.ip)
    if (address.connections >= connectionsPerAddress || !address.joins.take()) {
      return reply.code(429).header('retry-after', '5').send({ message: 'Too many connections' })
    }
    if (open >= connections) return reply.code(503).send({ message: 'Too many connections' })
    const { socket, head, response } = upgrade
    open += 1
    address.connections += 1
    socket.once('close', () => {
      open -= 1
      address.connections -= 1
    })
    const caller = await readCaller(keys, apikey)
    if (isRefusal(caller)) return reply.code(403).send({ message: caller.message })
    server ??= makeServer(maxPayloadBytes)
    const [hub, sockets] = await Promise.all([openHub(), server])
    reply.hijack()
    response.detachSocket(socket)
    sockets.handleUpgrade(request.raw, socket, head, (client) => hub.accept(client, version, apikey, address))
  })
}

/**
 * Makes Node handle all other upgrade requests as normal ones, because it would leave their bodies
 * unread. Returns the function that stops it.
 */
function chooseUpgrades(server: Server, isChosen: (raw: IncomingMessage) => boolean): () => void {
  const before: unknown = Reflect.get(server, 'shouldUpgradeCallback')
  Reflect.set(server, 'shouldUpgradeCallback', isChosen)
  return () => void Reflect.set(server, 'shouldUpgradeCallback', before)
}

const announcesBody = ({ headers }: IncomingMessage) =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined

async function makeServer(maxPayload: number): Promise<WebSocketServer> {
  const { WebSocketServer } = await import('ws')
  return new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload })
}

function apikeyOf({ headers, query }: FastifyRequest<SocketRoute>): string | null {
  const given = query.apikey ?? headers.apikey ?? headers['x-api-key']
  return typeof given === 'string' && given !== '' ? given : null
}

function versionOf(vsn: unknown): Version | null {
  return vsn === undefined || vsn === '1.0.0' ? '1.0.0' : vsn === '2.0.0' ? vsn : null
}
