import type { ErrorCode } from '@app/contracts/errors'

/** A refusal that the caller may read. Everything else that is thrown is masked as `internal`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  /** What to correct, by path (`contact.email`). */
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, status: number, fields?: Record<string, string>) {
    super(code)
    this.code = code
    this.status = status
    this.fields = fields
  }
}

export function invalidInput(fields?: Record<string, string>): AppError {
  return new AppError('invalid_input', 400, fields)
}

export function notFound(): AppError {
  return new AppError('not_found', 404)
}

export function unauthorized(): AppError {
  return new AppError('unauthorized', 401)
}

export function unavailable(): AppError {
  return new AppError('unavailable', 503)
}

/** Messages are off in this installation. */
export function whatsappOff(): AppError {
  return new AppError('whatsapp_off', 503)
}

export function rateLimited(): AppError {
  return new AppError('rate_limited', 429)
}
