import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Headers of one connection, or of a body as it was sent: neither holds for another. */
const hopByHopHeaders = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
])

/** Returns a request as the web has it; `signal` aborts it. */
export function toWebRequest(request: FastifyRequest, url: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (hopByHopHeaders.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  const { method } = request
  const hasBody = Buffer.isBuffer(request.body) && request.body.length > 0
  const body = hasBody ? new Uint8Array(request.body as Buffer) : null
  return new Request(url, { method, headers, signal, body })
}

/** Sends a response of the web, its body as it comes. */
export function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status)
  for (const [name, value] of response.headers) if (!hopByHopHeaders.has(name)) reply.header(name, value)
  if (response.body === null) return reply.send('')
  return reply.send(Readable.fromWeb(response.body as ReadableStream))
}
