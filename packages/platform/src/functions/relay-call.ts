import type { ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RelayError } from './relay-error.ts'

type Addresses = { projectUrl: string; publicUrl: string; prefix: string }

/** What is about a connection is about the caller's, and HTTP/2 refuses it. */
const ofConnections = new Set([
  'connection',
  'content-length',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/** A request's head as a worker reads it. Its path begins with the function's name, as on hosted Supabase, where examples route by it. */
export function toCallHeaders(
  request: FastifyRequest,
  { projectUrl, publicUrl, prefix }: Addresses,
): OutgoingHttpHeaders {
  const { origin } = new URL(publicUrl)
  const headers: OutgoingHttpHeaders = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (!ofConnections.has(name) && !name.startsWith('edge-') && !name.startsWith(':')) headers[name] = value
  }
  return {
    ...headers,
    ':method': request.method,
    ':path': '/',
    'edge-url': `${origin}${request.url.slice(prefix.length)}`,
    'edge-project-url': projectUrl,
    'edge-remote-address': request.ip,
    // Under its own name it would be compared with all that is sent, which is a byte more than the body.
    ...(hasBody(request) && { 'edge-length': request.headers['content-length'] ?? 'unknown' }),
  }
}

/** Sends up what the caller still sends, and down what the function answers, as it comes. Throws when it answers nothing. */
export async function passOnAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  stream: ClientHttp2Stream,
): Promise<FastifyReply> {
  reply.raw.once('close', () => stream.close(8))
  sendUp(request, stream)
  const head = await headOf(stream)
  const failure = head['edge-failure']
  if (typeof failure === 'string') {
    stream.resume()
    throw new RelayError('WORKER_ERROR', new FunctionFailure(decodeURIComponent(failure)))
  }
  reply.code(Number(head[':status']))
  for (const [name, value] of Object.entries(head)) {
    if (!name.startsWith(':') && value !== undefined && !(name === 'date')) reply.header(name, value)
  }
  return reply.send(stream)
}

/** What a function threw, as it described it. */
class FunctionFailure extends Error {
  constructor(described: string) {
    super(described.split('\n', 1)[0])
    this.stack = described
  }
}

function hasBody({ headers, body }: FastifyRequest): boolean {
  return (
    body !== undefined &&
    (headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0)
  )
}

function sendUp(request: FastifyRequest, stream: ClientHttp2Stream): void {
  if (!hasBody(request)) return void stream.end()
  const body = request.body as Readable
  body.pipe(stream)
  // A caller may still be sending what nobody reads any more; the answer comes to them only if somebody takes it.
  stream.once('close', () => {
    body.unpipe(stream)
    body.resume()
  })
}

function headOf(stream: ClientHttp2Stream): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve)
    stream.once('error', (error) =>
      reject(error instanceof RelayError ? error : new RelayError('WORKER_ERROR', error)),
    )
    stream.once('close', () => reject(new RelayError('WORKER_ERROR')))
  })
}
