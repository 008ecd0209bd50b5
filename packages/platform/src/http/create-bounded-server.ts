import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyServerOptions } from 'fastify'
import { addressGroup } from '../limits/limit-addresses.ts'
import { headLimits } from './body-timeout.ts'

/** Requests of one connection that may wait for their answers; browsers and proxies send one at a time. */
export const maxUnanswered = 16
/** The number of requests until a connection closes. */
const maxRequestsPerSocket = 1_000
/** Open connections of one address; a browser has six, and an office behind one address a few dozen browsers. */
export const ServerLimits = 256

type Bounds = {
  /** The time that the head of a request may take to arrive. */
  timeoutMs: number
  /** Returns true for an address that speaks for many people, whose connections are not counted. */
  isProxy?: (address: string) => boolean
}

/**
 * Returns a factory of Fastify's HTTP server: one that handles the requests of a connection one
 * after another, and bounds the requests of a connection and the connections of an address.
 */
export function createBoundedServer({ timeoutMs, isProxy = () => false }: Bounds) {
  return (handle: RequestListener, { keepAliveTimeout }: FastifyServerOptions): Server => {
    const server = createServer(
      { ...headLimits(timeoutMs), requestTimeout: 0, ...(keepAliveTimeout && { keepAliveTimeout }) },
      serializeRequests(handle, timeoutMs),
    )
    // Node would answer 417 and go on reading the body for as long as it comes.
    server.on('checkExpectation', (_request, response) =>
      response.writeHead(417, { connection: 'close' }).end(),
    )
    server.maxRequestsPerSocket = maxRequestsPerSocket
    limitConnections(server, isProxy)
    return server
  }
}

/**
 * Handles one request of a connection at a time, so that a pipelining client cannot block others.
 */
function serializeRequests(handle: RequestListener, timeoutMs: number): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>()
  return (request, response) => {
    const { socket } = request
    const begin = () => {
      if (socket.destroyed) return
      response.once('finish', () => endUnfinishedRequest(request, timeoutMs))
      response.once('close', () => {
        const next = waiting.get(socket)?.shift()
        if (next) setImmediate(next)
        else waiting.delete(socket)
      })
      handle(request, response)
    }
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      begin()
    } else if (queue.length < maxUnanswered) queue.push(begin)
    else destroyDuringParse(socket)
  }
}

/** Ends the connection of a request that is answered already when its body takes longer than `timeoutMs` to end. */
function endUnfinishedRequest(request: IncomingMessage, timeoutMs: number): void {
  if (request.complete) return
  const timeout = setTimeout(() => request.complete || request.socket.destroy(), timeoutMs).unref()
  request.once('close', () => clearTimeout(timeout))
}

type ParsedSocket = Socket & { parser?: { onIncoming: (request: IncomingMessage) => number } | null }

/** Destroys a connection during parsing. A negative return value stops Node's parser. */
function destroyDuringParse(socket: ParsedSocket): void {
  socket.destroy()
  if (socket.parser) socket.parser.onIncoming = () => -1
}

function limitConnections(server: Server, isProxy: (address: string) => boolean): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const address = addressGroup(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= ServerLimits) {
      socket.destroy()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}
