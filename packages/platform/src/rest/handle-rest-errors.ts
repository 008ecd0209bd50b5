import type { FastifyInstance } from 'fastify'
import { RestError, toRestError } from './rest-errors.ts'

/** Answers every failure under `app` in PostgREST's words. What is unexpected is logged and not shown. */
export function handleRestErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toRestError(error, false) ?? toClientError(error)
    if (!known || known.status >= 500) request.log.error({ err: error }, 'rest request failed')
    const { status, code, message, details, hint } =
      known ?? new RestError(500, 'PGRSTX00', 'Internal server error')
    if (status === 401) reply.header('www-authenticate', 'Bearer')
    return reply
      .code(status)
      .send({ code, details, hint, message: status >= 500 ? 'Internal server error' : message })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({
      code: 'PGRST125',
      details: null,
      hint: null,
      message: 'Invalid path specified in request URL',
    }),
  )
}

/** A refusal by the HTTP server itself: a body too large, a path that is no URL. */
function toClientError(error: unknown): RestError | null {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 400 || status >= 500 || !(error instanceof Error)) return null
  return new RestError(status, 'PGRST102', error.message)
}
