import type { FastifyReply, FastifyRequest } from 'fastify'
import type { JsonObject, ObjectMetadata } from '../../database/tables.ts'
import { objectNotFound } from '../storage-errors.ts'
import type { ObjectStore } from '../stores/object-store.ts'
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
const active =
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
  reply
    .header('etag', metadata.eTag)
    .header('cache-control', metadata.cacheControl)
    .header('last-modified', object.updated_at.toUTCString())
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
  const disposition = dispositionOf(request, object.name, metadata.mimetype)
  if (disposition) reply.header('content-disposition', disposition)
  if (isKnown(request, metadata.eTag)) return reply.code(304).send()

  const range = readRange(request.headers.range, metadata.size)
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${metadata.size}`).send()
  }
  const isPart = range !== 'whole'
  const length = isPart ? range.end - range.start + 1 : metadata.size
  if (isPart) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  reply.type(metadata.mimetype).header('content-length', length)
  if (request.method === 'HEAD' || length === 0) return reply.send('')
  const bytes = await store.read(version, isPart ? range : undefined).catch(() => {
    throw objectNotFound()
  })
  return reply.send(bytes)
}

function isKnown(request: FastifyRequest, eTag: string): boolean {
  const known = request.headers['if-none-match']
  return (
    known !== undefined &&
    (known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === eTag))
  )
}

/** `?download` asks for a file to save, `?download=name.pdf` under that name. */
function dispositionOf(request: FastifyRequest, name: string, type: string): string | null {
  const wanted = (request.query as { download?: string | string[] }).download
  const asked = Array.isArray(wanted) ? wanted[0] : wanted
  if (asked === undefined) return active.test(type) ? 'attachment' : null
  const fileName = asked || (name.split('/').at(-1) ?? name)
  return `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replace(/['()*]/g, escapeMore)}`
}

function escapeMore(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
