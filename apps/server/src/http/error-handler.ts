import { apiErrorTexts } from '@app/content/ru/errors'
import type { ErrorBody } from '@app/contracts/errors'
import { isTransient } from '@app/platform/http/postgres-error'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, invalidInput, unavailable } from './app-error.ts'
import { describeError } from './describe-error.ts'

/** Sends each error of the product API as `{ code, message, fields? }`, in Russian. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error)
  // The app's own refusals are expected, so they are not logged.
  if (refusal.status >= 500 && error !== refusal) {
    request.log.error({ error: describeError(error) }, 'request failed')
  }
  if (refusal.code === 'unavailable') reply.header('retry-after', '5')
  void reply.status(refusal.status).type('application/json; charset=utf-8').send(toBody(refusal))
}

export function toBody({ code, fields }: AppError): ErrorBody {
  return { code, message: apiErrorTexts[code], ...(fields && { fields }) }
}

function toRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (isTransient(error)) return unavailable()
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidInput(
      Object.fromEntries(
        error.validation.map(({ instancePath, message }) => [
          instancePath.slice(1).replaceAll('/', '.'),
          codeOf(message),
        ]),
      ),
    )
  }
  return fromStatus(error.statusCode)
}

/** Our schemas use codes as messages; Zod's English messages are replaced. */
function codeOf(message = 'required'): string {
  return /^[a-z_]+$/.test(message) ? message : 'invalid'
}

/** Fastify's own refusals (a body that is no JSON, too long, of another type) carry their status. */
function fromStatus(status = 500): AppError {
  if (status === 413) return new AppError('body_too_large')
  if (status === 415) return new AppError('unsupported_media_type')
  if (status === 429) return new AppError('rate_limited')
  if (status === 404) return new AppError('not_found')
  if (status >= 400 && status < 500) return new AppError('invalid_input', undefined, status)
  return new AppError('internal')
}
