import type { ErrorCode } from '@app/contracts/error-codes'

/** All refusals of the product API with their default status. */
const statuses: Record<ErrorCode, number> = {
  invalid_input: 400,
  unauthorized: 401,
  forbidden: 403,
  second_factor_required: 403,
  fresh_sign_in_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  attempt_conflict: 409,
  attempt_saved: 409,
  message_conflict: 409,
  mark_conflict: 409,
  opted_out: 409,
  person_is_staff: 409,
  order_not_paid: 409,
  program_ended: 409,
  program_begun: 409,
  not_for_sale: 409,
  payments_off: 409,
  medical_red_flag: 409,
  nothing_sold: 409,
  already_bought: 409,
  messages_stopped: 409,
  window_closed: 409,
  question_elsewhere: 409,
  already_answered: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  consent_required: 422,
  rate_limited: 429,
  internal: 500,
  whatsapp_off: 503,
  unavailable: 503,
}

/** A refusal that the caller may read. Everything else that is thrown is masked as `internal`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  /** The field errors by path (`contact.email`). */
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, fields?: Record<string, string>, status = statuses[code]) {
    super(code)
    this.code = code
    this.status = status
    this.fields = fields
  }
}

export function invalidInput(fields?: Record<string, string>): AppError {
  return new AppError('invalid_input', fields)
}

export function notFound(): AppError {
  return new AppError('not_found')
}

export function unauthorized(): AppError {
  return new AppError('unauthorized')
}

export function forbidden(): AppError {
  return new AppError('forbidden')
}

export function unavailable(): AppError {
  return new AppError('unavailable')
}

/** Messages are off in this installation. */
export function whatsappOff(): AppError {
  return new AppError('whatsapp_off')
}

export function rateLimited(): AppError {
  return new AppError('rate_limited')
}
