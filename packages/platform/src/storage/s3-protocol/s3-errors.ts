import { StorageError } from '../storage-errors.ts'

const statuses = {
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  SignatureDoesNotMatch: 403,
  RequestTimeTooSkewed: 403,
  ExpiredToken: 400,
  BadDigest: 400,
  XAmzContentSHA256Mismatch: 400,
  IncompleteBody: 400,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
} as const

export type S3Code = keyof typeof statuses

/** A refusal by one of S3's own names. */
export function s3Refusal(code: S3Code, message: string): StorageError {
  return new StorageError(statuses[code], code, message, { code, status: statuses[code] })
}

export const signatureMismatch = () =>
  s3Refusal(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  )
