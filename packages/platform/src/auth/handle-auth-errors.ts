import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBadValue, isContention, isTransient } from '../http/postgres-error.ts'
import { AuthError, authErrorBody, unexpectedFailure, validationFailed, wantsNewBody } from './auth-errors.ts'

/** Sends all errors of `app` in GoTrue's format. Unexpected ones are logged and hidden. */
export function handleAuthErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toAuthError(error)
    if (!known || isContention(error)) request.log.error({ err: error }, 'auth request failed')
    return sendAuthError(request, reply, known ?? unexpectedFailure())
  })
  app.setNotFoundHandler((request, reply) =>
    sendAuthError(request, reply, new AuthError(404, 'not_found', 'Not Found')),
  )
}

function toAuthError(error: unknown): AuthError | null {
  if (error instanceof AuthError) return error
  if (isTransient(error)) return new AuthError(503, 'unexpected_failure', 'The database cannot answer now')
  if (isBadValue(error)) return validationFailed('A value in the request cannot be stored')
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) {
    const code = status === 413 ? 'request_entity_too_large' : 'validation_failed'
    return new AuthError(status, code, error instanceof Error ? error.message : 'Bad request')
  }
  return null
}

function sendAuthError(request: FastifyRequest, reply: FastifyReply, error: AuthError): FastifyReply {
  const version = request.headers['x-supabase-api-version']
  const asked = typeof version === 'string' ? version : undefined
  if (wantsNewBody(asked)) reply.header('x-supabase-api-version', '2024-01-01')
  return reply.code(error.status).send(authErrorBody(error, asked))
}
