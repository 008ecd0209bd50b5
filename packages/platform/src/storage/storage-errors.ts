import { isPostgresError } from '../http/postgres-error.ts'

/**
 * A refusal in the storage API's terms: HTTP says 400 to almost everything, the body's `statusCode` says what is meant.
 */
export class StorageError extends Error {
  readonly status: number
  readonly statusCode: string
  readonly error: string

  constructor(statusCode: number, error: string, message: string, status = 400) {
    super(message)
    this.status = status
    this.statusCode = String(statusCode)
    this.error = error
  }
}

export const objectNotFound = () => new StorageError(404, 'not_found', 'Object not found')
export const bucketNotFound = () => new StorageError(404, 'Bucket not found', 'Bucket not found')
export const duplicate = () => new StorageError(409, 'Duplicate', 'The resource already exists')
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${key}`)
export const invalidBucketName = () => new StorageError(400, 'InvalidRequest', 'Bucket name invalid')
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'invalid_mime_type', `mime type ${type} is not supported`)
export const tooLarge = () =>
  new StorageError(413, 'Payload too large', 'The object exceeded the maximum allowed size', 413)
export const invalidToken = (message: string) => new StorageError(403, 'Unauthorized', message)
export const forbidden = (message: string) => new StorageError(403, 'Unauthorized', message)

export function toStorageError(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error
  if (isPostgresError(error)) {
    if (error.code === '42501') return forbidden(error.message)
    if (error.code === '23505') return duplicate()
    if (error.code === '23503') return bucketNotFound()
    return error.code.startsWith('22') ? invalidRequest(error.message) : null
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return tooLarge()
  return status >= 400 && status < 500 && error instanceof Error
    ? new StorageError(status, 'InvalidRequest', error.message, status)
    : null
}
