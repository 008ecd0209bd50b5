import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Served } from './deno.ts'

type Call = { fail: (error: unknown) => void }

const calls = new AsyncLocalStorage<Call>()

/**
 * HTTP/2 knows no such headers, and its connection is not the caller's. A length that is not that of the body, as of an answer that was
 * fetched and unpacked, would end the connection with every call on it.
 */
const ofConnections = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Fails the call that the running code belongs to, whichever way it got there; false when it belongs to none. */
export function failCall(error: unknown): boolean {
  const call = calls.getStore()
  call?.fail(error)
  return call !== undefined
}

let turn = Promise.resolve()

/**
 * Answers one call. It says first that it is there, and begins once it hears the first byte, which is not part of the body: until then
 * the call may still be given to another worker. One begins after the other, so that none has begun behind one that stands still.
 */
export function answerCall(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, served: Served): void {
  stream.on('error', () => {})
  turn = turn.then(() => begin(stream, headers, served))
}

/** Settles as soon as the function has let go of the processor for the first time, or the call was taken back. */
function begin(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, served: Served): Promise<void> {
  return new Promise((next) => {
    if (stream.closed || stream.destroyed) return next()
    stream.once('close', next)
    stream.once('readable', () => {
      if (stream.read(1) !== null) {
        calls.run({ fail: (error) => sayFailed(stream, error) }, () => {
          runHandler(stream, headers, served).catch((error) => sayFailed(stream, error))
        })
      }
      next()
    })
    stream.additionalHeaders({ ':status': 100 })
  })
}

async function runHandler(
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  served: Served,
): Promise<void> {
  const gone = new AbortController()
  stream.once('close', () => gone.abort(new DOMException('The caller is gone', 'AbortError')))
  process.env.SUPABASE_URL = String(headers['edge-project-url'])
  const request = toRequest(stream, headers, gone.signal)
  const remoteAddr = { transport: 'tcp', hostname: String(headers['edge-remote-address']), port: 0 } as const
  const completed = new Promise<void>((done) => stream.once('close', done))
  let response: Response
  try {
    response = await served.handler(request, { remoteAddr, completed })
  } catch (error) {
    if (!served.onError) throw error
    response = await served.onError(error)
  }
  if (!(response instanceof Response))
    throw new TypeError('The function answered with something else than a Response.')
  if (stream.closed || stream.headersSent) {
    await response.body?.cancel()
    return
  }
  await send(stream, response)
}

async function send(stream: ServerHttp2Stream, response: Response): Promise<void> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, value] of response.headers) {
    if (!ofConnections.has(name) && name !== 'set-cookie' && !name.startsWith('edge-')) headers[name] = value
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  stream.respond({ ...headers, ':status': response.status }, { endStream: response.body === null })
  if (response.body === null) return
  await pipeline(Readable.fromWeb(response.body as ReadableStream), stream)
}

function toRequest(stream: ServerHttp2Stream, sent: IncomingHttpHeaders, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    if (name.startsWith(':') || name.startsWith('edge-')) continue
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  const method = String(sent[':method'])
  const length = sent['edge-length']
  const hasBody = length !== undefined && method !== 'GET' && method !== 'HEAD'
  if (hasBody && length !== 'unknown') headers.set('content-length', String(length))
  const url = String(sent['edge-url'])
  // A body without a length or an encoding is none, and a request without one has `body` null.
  const init = hasBody ? { body: Readable.toWeb(stream), duplex: 'half' as const } : {}
  if (!('body' in init)) stream.resume()
  return new Request(url, { method, headers, signal, ...init } as RequestInit)
}

/** Tells the relay, which alone says it to the caller; what has begun to be answered can only break off. */
function sayFailed(stream: ServerHttp2Stream, error: unknown): void {
  if (stream.closed || stream.destroyed) return
  if (stream.headersSent) {
    stream.close(2)
    return
  }
  stream.respond({ ':status': 500, 'edge-failure': encodeURIComponent(describe(error)) }, { endStream: true })
}

/** As much of an error as a log has use for. */
export function describe(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return text.slice(0, 4000).toWellFormed()
}
