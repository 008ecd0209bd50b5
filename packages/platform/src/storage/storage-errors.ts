import type { FastifyReply } from 'fastify'
import { sessionEnded } from '../database/act-as.ts'
import { isPostgresError, isTransient } from '../http/postgres-error.ts'

/** An error in the storage API's format: mostly HTTP 400, with `statusCode` in the body. */
export class StorageError extends Error {
  readonly status: number
  readonly statusCode: string
  readonly error: string
  /** The code for newer clients. */
  readonly code: string

  constructor(
    statusCode: number,
    error: string,
    message: string,
    { code = 'InvalidRequest', status = 400 }: { code?: string; status?: number } = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.statusCode = String(statusCode)
    this.error = error
  }
}

export const uploadCutOff = () => invalidRequest('The upload was cut off')
export const objectNotFound = () =>
  new StorageError(404, 'not_found', 'Object not found', { code: 'NoSuchKey' })
export const bucketNotFound = () =>
  new StorageError(404, 'Bucket not found', 'Bucket not found', { code: 'NoSuchBucket' })
const duplicate = () =>
  new StorageError(409, 'Duplicate', 'The resource already exists', { code: 'ResourceAlreadyExists' })
export const bucketNotEmpty = () =>
  new StorageError(409, 'InvalidRequest', 'The bucket you tried to delete is not empty', {
    code: 'BucketNotEmpty',
  })
export const missingAuthorization = () =>
  new StorageError(400, 'Error', "headers must have required property 'authorization'", {
    code: 'InvalidRequest',
  })
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', `Invalid key: ${key}`, { code: 'InvalidKey' })
export const invalidBucketName = () =>
  new StorageError(400, 'Invalid Input', 'Bucket name invalid', { code: 'InvalidBucketName' })
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`, {
    code: 'InvalidMimeType',
  })
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size', {
    code: 'EntityTooLarge',
  })
export const uploadAborted = () =>
  new StorageError(408, 'Request timeout', 'The upload took too long', {
    code: 'RequestTimeout',
    status: 408,
  })
export const tooManyRequests = () =>
  new StorageError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    code: 'SlowDown',
    status: 429,
  })
export const tooManyAtOnce = () =>
  new StorageError(429, 'too_many_uploads', 'Too many uploads at once: send the next when some have ended', {
    code: 'SlowDown',
    status: 429,
  })
export const tooManyUnderWay = () =>
  new StorageError(503, 'too_many_uploads', 'The server is busy with uploads', {
    code: 'SlowDown',
    status: 503,
  })
export const invalidSignature = (message: string) =>
  new StorageError(400, 'InvalidSignature', message, { code: 'InvalidSignature' })
export const invalidLink = (message: string) =>
  new StorageError(400, 'InvalidJWT', message, { code: 'InvalidJWT' })
export const invalidToken = (message: string) =>
  new StorageError(403, 'Unauthorized', message, { code: 'InvalidJWT' })
const forbidden = (message: string) =>
  new StorageError(403, 'Unauthorized', message, { code: 'AccessDenied' })

const databaseUnavailable = () =>
  new StorageError(503, 'database_away', 'The database cannot answer now', { code: 'SlowDown', status: 503 })

const objectHeaders = [
  ...['etag', 'last-modified', 'expires', 'content-disposition', 'content-encoding', 'content-language'],
  'accept-ranges',
]

/** Removes an object's headers from a refusal and forbids caching. */
export function removeObjectHeaders(reply: FastifyReply): FastifyReply {
  for (const name of objectHeaders) reply.removeHeader(name)
  return reply.header('cache-control', 'no-store')
}

export function toStorageError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error
  if (isTransient(error)) return databaseUnavailable()
  if (isPostgresError(error)) {
    if (error.code === sessionEnded) return invalidToken(error.message)
    if (error.code === '42501') return forbidden('new row violates row-level security policy')
    if (error.code === '23505') return duplicate()
    if (error.code === '23503') return bucketNotFound()
    return error.code.startsWith('22') ? invalidRequest(error.message) : null
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return tooLarge()
  return status >= 400 && status < 500 && error instanceof Error
    ? new StorageError(status, 'InvalidRequest', error.message, { status })
    : null
}
