import type { IncomingHttpHeaders } from 'node:http'
import type { JsonObject } from '../../database/tables.ts'
import { parseObjectName } from '../objects/object-name.ts'
import { parseMetadata } from '../objects/read-upload.ts'
import { invalidRequest, StorageError } from '../storage-errors.ts'
import type { Place } from '../storage-request.ts'

export const tusVersion = '1.0.0'
export const offsetType = 'application/offset+octet-stream'

/** What the headers of a new resumable upload say. */
export type TusUpload = {
  place: Place
  length: number
  type: string
  cacheControl: string
  userMetadata: JsonObject | null
}

/** Reads the headers by which a resumable upload begins, or throws. */
export function readTusUpload(headers: IncomingHttpHeaders): TusUpload {
  const length = readWhole(headers['upload-length'])
  if (length === null) throw invalidRequest('Upload-Length or Upload-Defer-Length header required\n')
  const facts = readTusMetadata(headers['upload-metadata'])
  const seconds = facts.get('cacheControl') ?? ''
  const metadata = facts.get('metadata')
  return {
    place: { bucket: facts.get('bucketName') ?? '', name: parseObjectName(facts.get('objectName') ?? '') },
    length,
    type: facts.get('contentType') || 'application/octet-stream',
    cacheControl: /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    userMetadata: metadata ? parseMetadata(metadata) : null,
  }
}

/** Where in the upload the bytes of a request belong. */
export function readOffset(headers: IncomingHttpHeaders): number {
  const offset = readWhole(headers['upload-offset'])
  if (offset === null) throw tusRefusal(403, 'Upload-Offset header required\n')
  return offset
}

export function tusRefusal(status: number, message: string): StorageError {
  return new StorageError(status, 'InvalidRequest', message, { status })
}

/** Names and values in Base64, `name dmFsdWU=,other`. What PostgreSQL or a header could not hold is refused. */
function readTusMetadata(header: string | string[] | undefined): Map<string, string> {
  const facts = new Map<string, string>()
  for (const pair of String(header ?? '').split(',')) {
    const [name = '', encoded = ''] = pair.trim().split(' ')
    const value = Buffer.from(encoded, 'base64').toString('utf8')
    if (name !== 'metadata' && /[^\x20-\uffff]/.test(value))
      throw tusRefusal(400, 'Upload-Metadata is invalid\n')
    facts.set(name, value)
  }
  return facts
}

function readWhole(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}
