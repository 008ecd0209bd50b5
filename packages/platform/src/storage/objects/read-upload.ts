import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { JsonObject } from '../../database/tables.ts'
import { isObject, JsonError, parseJson } from '../../http/json.ts'
import { invalidRequest, uploadCutOff } from '../storage-errors.ts'
import { checkIsSending } from '../storage-request.ts'
import { readForm } from './read-form.ts'

/** An upload whose bytes are still arriving. */
export type Upload = {
  type: string
  bytes: AsyncIterable<Uint8Array>
  /** The facts before the bytes, which policies check first. */
  announced: AnnouncedUpload
  /** Throws when nobody sends the bytes any more. */
  checkIsSending: () => void
  /**
   * Returns the other fields of the upload. To be asked when all bytes were read: some of them may
   * follow the bytes.
   */
  finish: () => Promise<{ cacheControl: string; metadata: JsonObject | null }>
}

export type AnnouncedUpload = {
  /** The number of bytes there are going to be, or a little more. */
  size: number | null
  userMetadata: JsonObject | null
}

const defaultType = 'application/octet-stream'
const defaultCacheControl = 'no-cache'

/** The time until a form's file must begin. */
const lateFormMs = 2_000

/**
 * Starts reading an upload, raw or as a form with one file. Throws for invalid ones. A form's
 * metadata is checked by policies; `askMaySave` runs without it when it is late.
 */
export async function readUpload(request: FastifyRequest, askMaySave: () => Promise<void>): Promise<Upload> {
  const type = request.headers['content-type'] ?? defaultType
  const body = request.body as Readable | undefined
  if (type.toLowerCase().startsWith('multipart/form-data')) {
    return readFormUpload(request, type, askMaySave)
  }
  const metadata = metadataOf(request)
  const cacheControl = request.headers['cache-control'] ?? defaultCacheControl
  const size = announcedSize(request)
  return {
    type,
    bytes: requireWholeUpload(body ? bytesOf(body) : noBytes(), size),
    announced: { size, userMetadata: metadata },
    checkIsSending: () => checkIsSending(request),
    finish: async () => ({ cacheControl, metadata }),
  }
}

/** Reads the object's metadata from a header, if it is there. */
export function metadataOf({ headers }: Pick<FastifyRequest, 'headers'>): JsonObject | null {
  const given = headers['x-metadata']
  return typeof given === 'string' ? parseMetadata(Buffer.from(given, 'base64').toString()) : null
}

function announcedSize({ headers }: FastifyRequest): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

async function readFormUpload(
  request: FastifyRequest,
  type: string,
  askMaySave: () => Promise<void>,
): Promise<Upload> {
  const body = request.body as Readable | undefined
  const { file, fields, finished } = await readForm(body, type, { afterMs: lateFormMs, ask: askMaySave })
  const early = fields.get('metadata')
  return {
    type: fields.get('contentType') || file.type || defaultType,
    bytes: bytesOf(file.bytes, 'The form could not be read'),
    announced: {
      size: announcedSize(request),
      userMetadata: early === undefined ? null : parseMetadata(early),
    },
    checkIsSending: () => checkIsSending(request),
    finish: async () => {
      await finished
      const seconds = fields.get('cacheControl') ?? ''
      const metadata = fields.get('metadata')
      return {
        cacheControl: /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : defaultCacheControl,
        metadata: metadata === undefined ? null : parseMetadata(metadata),
      }
    },
  }
}

/** The bytes of a stream, which stays open when they are no longer wanted: its connection has yet to carry the answer. */
async function* bytesOf(stream: Readable, complaint = 'The upload was cut off'): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false })
  } catch {
    throw invalidRequest(complaint)
  }
}

/** The bytes; throws at their end when they are not as many as announced, so that nothing less is kept for the whole. */
async function* requireWholeUpload(
  bytes: AsyncIterable<Uint8Array>,
  announced: number | null,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    yield chunk
  }
  if (announced !== null && size !== announced) throw uploadCutOff()
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function parseMetadata(text: string): JsonObject {
  try {
    const value = parseJson(text)
    if (isObject(value)) return value as JsonObject
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
  }
  throw invalidRequest('metadata must be a JSON object')
}
