import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject, ObjectMetadata } from '../../database/tables.ts'
import { objectNotFound, removeObjectHeaders } from '../storage-errors.ts'
import type { ByteRange, ObjectStore } from '../stores/object-store.ts'
import { readRange } from './read-range.ts'

export type StoredObject = {
  id: string
  bucket_id: string
  name: string
  version: string | null
  metadata: ObjectMetadata | null
  user_metadata: JsonObject | null
  created_at: Date
  updated_at: Date
}

/** Types a browser would run as a page of our own origin; they are only ever offered as downloads. */
const activeContentTypes =
  /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml|text\/javascript|application\/javascript)\b/i

/** Sends an object, or the part a `Range` asks for, or 304 to whoever has it already. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  store: ObjectStore,
  object: StoredObject,
): Promise<FastifyReply> {
  const { metadata, version } = object
  if (!metadata || !version) throw objectNotFound()
  if (matchesTag(request, object)) return setObjectHeaders(request, reply, object, metadata).code(304).send()

  const range = readRange(request.headers.range, metadata.size)
  if (range === 'unsatisfiable') {
    return removeObjectHeaders(reply).code(416).header('content-range', `bytes */${metadata.size}`).send()
  }
  const isPart = range !== 'whole'
  const length = isPart ? range.end - range.start + 1 : metadata.size
  // Bytes, because Fastify adds a charset to text.
  const bytes =
    request.method === 'HEAD' || length === 0
      ? Buffer.alloc(0)
      : await readOrRefuse(store, version, isPart ? range : undefined)
  if (isPart) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  setObjectHeaders(request, reply, object, metadata).type(metadata.mimetype).header('content-length', length)
  return reply.send(bytes)
}

/** Sets an object's headers at the end, because a refusal must not be cached. */
function setObjectHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { updated_at }: StoredObject,
  { eTag, cacheControl, mimetype }: ObjectMetadata,
): FastifyReply {
  reply
    .header('etag', eTag)
    .header('cache-control', cacheControl)
    .header('last-modified', updated_at.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
  const disposition = dispositionOf(request, mimetype)
  return disposition ? reply.header('content-disposition', disposition) : reply
}

/** Opens an object's bytes, or refuses with not found. */
function readOrRefuse(store: ObjectStore, version: string, range?: ByteRange): Promise<Readable> {
  return store.read(version, range).catch(() => {
    throw objectNotFound()
  })
}

/**
 * Returns true when the caller has the object as it is. A tag that they name goes before a time
 * (RFC 9110, 13.2.2).
 */
function matchesTag(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { metadata, updated_at }: Pick<StoredObject, 'metadata' | 'updated_at'>,
): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return namesTag(known, metadata?.eTag ?? '')
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Math.floor(updated_at.getTime() / 1000) * 1000 <= since
}

/** Returns true when a list of tags, as a condition has it, names this one. */
function namesTag(list: string, eTag: string): boolean {
  return list.trim() === '*' || list.split(',').some((one) => one.trim().replace(/^W\//, '') === eTag)
}

/** `?download` asks for a file to save, `?download=name.pdf` under that name. */
function dispositionOf(request: FastifyRequest, type: string): string | null {
  const wanted = (request.query as { download?: string | string[] }).download
  const asked = Array.isArray(wanted) ? wanted[0] : wanted
  if (asked === undefined) return isActiveContent(type) ? 'attachment' : null
  if (asked === '') return 'attachment;'
  const fileName = encodeURIComponent(asked.toWellFormed()).replace(/['()*]/g, percentEncode)
  return `attachment; filename=${fileName}; filename*=UTF-8''${fileName};`
}

function isActiveContent(type: string): boolean {
  return activeContentTypes.test(type)
}

function percentEncode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
