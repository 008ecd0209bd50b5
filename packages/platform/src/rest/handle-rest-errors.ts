import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { badPath, RestError, toRestError } from './rest-errors.ts'

/** Errors that reveal other names. */
const revealsSchemaNames: ReadonlySet<string> = new Set([
  'PGRST200',
  'PGRST201',
  'PGRST202',
  'PGRST205',
  '42703',
  '42P01',
])

/**
 * Sends all errors of `app` in PostgREST's format. Unexpected ones are logged and hidden, like
 * names that the caller may not see.
 */
export function handleRestErrors(
  app: FastifyInstance,
  { maySeeSchemaNames }: { maySeeSchemaNames: (request: FastifyRequest) => Promise<boolean> },
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const known = toRestError(error, false) ?? toClientError(error)
    if (!known || known.status >= 500) request.log.error({ err: error }, 'rest request failed')
    const refusal = known ?? new RestError(500, 'PGRSTX00', 'Internal server error')
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
    const isOpen = !revealsSchemaNames.has(refusal.code) || (await maySeeSchemaNames(request))
    return sendRefusal(reply, isOpen ? refusal : withoutNames(refusal))
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, badPath()))
}

function withoutNames({ status, code, message, details, headers, isMeant }: RestError): RestError {
  return new RestError(status, code, message, {
    details: typeof details === 'string' ? details : null,
    headers,
    isMeant,
  })
}

/** Unintended messages are hidden, because PostgreSQL may quote values. */
function sendRefusal(reply: FastifyReply, refusal: RestError): FastifyReply {
  const { status, code, message, details, hint, headers, isMeant } = refusal
  return reply
    .code(status)
    .header('proxy-status', `PostgREST; error=${toPrintable(code)}`)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code, details, hint, message: isMeant ? message : 'Internal server error' }))
}

/** A code raised by a function may be any text. */
function toPrintable(code: string): string {
  return code.replace(/[^\x21-\x7e]/g, '?').slice(0, 100)
}

/** A refusal by the HTTP server itself: a body too large, a path that is no URL. */
function toClientError(error: unknown): RestError | null {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 400 || status >= 500 || !(error instanceof Error)) return null
  return new RestError(status, 'PGRST102', error.message)
}
