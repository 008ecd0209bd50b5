import { span } from './span.ts'

/** A refusal of Studio itself, in words for the developer who reads it. */
export class StudioError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const unknownHost = () =>
  new StudioError(421, 'unknown_host', 'Studio answers at its own address and on this machine alone.')

export const foreignPage = () =>
  new StudioError(403, 'foreign_page', 'Only pages of Studio itself may ask this.')

export const signedOut = () => new StudioError(401, 'signed_out', 'Sign in with the service key.')

export const wrongKey = () =>
  new StudioError(401, 'wrong_key', 'This is not the service key of this platform.')

export const tooManyKeys = (seconds: number) =>
  new StudioError(
    429,
    'too_many_keys',
    `Too many keys were tried from this address. Try again in ${span(seconds)}.`,
  )

export const badRequest = (message: string) => new StudioError(400, 'bad_request', message)

export const notFound = (what: string) => new StudioError(404, 'not_found', `There is no such ${what}.`)
