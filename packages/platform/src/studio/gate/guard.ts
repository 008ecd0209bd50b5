import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { foreignPage, StudioError, unknownHost } from '../studio-error.ts'
import { isOwnOrigin, type ReachedAt, reachedAt } from './reached-at.ts'

/** What the address of Studio is known by. */
export type Address = { externalUrl: string; mountedAt: string }

/** Lets in requests for our own hosts alone, and has no answer framed or run as anything but what it is. */
export function guardHost(app: FastifyInstance, address: Address): void {
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
      .header('cross-origin-opener-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin')
      .header('referrer-policy', 'no-referrer')
      .header('x-content-type-options', 'nosniff')
      .header('x-frame-options', 'DENY')
    reached(request, address)
  })
  app.setErrorHandler((error, request, reply) => sendRefusal(request, reply, error))
  app.setNotFoundHandler((request, reply) =>
    sendRefusal(request, reply, new StudioError(404, 'not_found', 'There is nothing here.')),
  )
}

/**
 * Lets in what a page of Studio itself asks: with its header, which another origin could send only if it were allowed to, by a
 * browser that says the page is of the same origin; to change something, with the right `Origin`.
 */
export function guardPage(app: FastifyInstance, address: Address): void {
  app.addHook('onRequest', async (request) => {
    const { headers, method } = request
    const site = headers['sec-fetch-site']
    if (headers['x-studio'] !== '1' || (site !== undefined && site !== 'same-origin')) throw foreignPage()
    const isOwn = isOwnOrigin(headers.origin, reached(request, address))
    // Browsers leave the origin out where nothing is changed.
    const mayLack = method === 'GET' && headers.origin === undefined
    if (!isOwn && !mayLack) throw foreignPage()
  })
}

/** Where Studio was reached. Throws for a host that is not ours. */
export function reached(request: FastifyRequest, address: Address): ReachedAt {
  // As it was sent, whatever a proxy in front says of it.
  const at = reachedAt(address, request.headers.host)
  if (at === null) throw unknownHost()
  return at
}

function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const known = error instanceof StudioError ? error : toClientError(error)
  if (!known) request.log.error({ err: error }, 'studio request failed')
  const { status, code, message } = known ?? new StudioError(500, 'internal', 'Something went wrong.')
  return reply.code(status).type('application/json; charset=utf-8').send({ code, message })
}

/** A refusal by the HTTP server itself: a body too large, or not as it says. */
function toClientError(error: unknown): StudioError | null {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 400 || status >= 500 || !(error instanceof Error)) return null
  return new StudioError(status, 'bad_request', error.message)
}
