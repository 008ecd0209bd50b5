import type { FastifyReply } from 'fastify'
import { actAs } from '../../database/act-as.ts'
import { copyObject } from '../objects/copy-object.ts'
import { findObject } from '../objects/find-object.ts'
import { readRange } from '../objects/read-range.ts'
import { removeObjects } from '../objects/remove-objects.ts'
import { saveUpload } from '../objects/save-upload.ts'
import { isActive, isKnown, namesTag, readOrRefuse, type StoredObject } from '../objects/send-object.ts'
import { objectNotFound, tooLarge, toStorageError } from '../storage-errors.ts'
import { checkIsSending, type Place } from '../storage-request.ts'
import { parseKey, readText, type S3Call, userMetadataOf } from './s3-call.ts'
import { s3Refusal } from './s3-errors.ts'
import { checkBucket } from './s3-lists.ts'
import { readElements } from './xml.ts'

/** The object that is meant, if policies let the caller read it. */
export async function findForCall(call: S3Call, place: Place, operation: string): Promise<StoredObject> {
  const { db } = call.context
  const object = await actAs(db, call.doing(operation), (trx) => findObject(trx, place), { readOnly: true })
  if (!object?.metadata || !object.version) {
    await checkBucket(db, place.bucket)
    throw objectNotFound()
  }
  return object
}

export async function sendObject(call: S3Call): Promise<FastifyReply> {
  const { request, reply, context } = call
  const isHead = request.method === 'HEAD'
  const object = await findForCall(call, call.place(), isHead ? 'object.info' : 'object.get')
  const { metadata, version } = object
  if (!metadata || !version) throw objectNotFound()
  checkConditions(call, object)
  const describe = () =>
    reply
      .header('etag', metadata.eTag)
      .header('last-modified', object.updated_at.toUTCString())
      .header('accept-ranges', 'bytes')
      .header('cache-control', metadata.cacheControl)
      .header('x-content-type-options', 'nosniff')
  if (isKnown(request, object)) return describe().code(304).send()
  const range = readRange(request.headers.range, metadata.size)
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${metadata.size}`)
    throw s3Refusal('InvalidRange', 'The requested range is not satisfiable')
  }
  const isPart = range !== 'whole'
  const length = isPart ? range.end - range.start + 1 : metadata.size
  const overridden = overridesOf(call)
  const bytes =
    isHead || length === 0
      ? Buffer.alloc(0)
      : await readOrRefuse(context.store, version, isPart ? range : undefined)
  sayUserMetadata(describe().type(metadata.mimetype), object)
  override(reply, overridden)
  if (isPart) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${metadata.size}`)
  reply.header('content-length', length)
  return reply.send(bytes)
}

function checkConditions({ request: { headers } }: S3Call, { metadata, updated_at }: StoredObject): void {
  const match = headers['if-match']
  const unmodifiedSince = Date.parse(headers['if-unmodified-since'] ?? '')
  const isChanged =
    match === undefined
      ? Math.floor(updated_at.getTime() / 1000) * 1000 > unmodifiedSince
      : !namesTag(match, metadata?.eTag ?? '')
  if (isChanged) {
    throw s3Refusal('PreconditionFailed', 'At least one of the preconditions you specified did not hold.')
  }
}

/** Header values that Node would refuse are counted instead, as S3 does. */
function sayUserMetadata(reply: FastifyReply, { user_metadata }: StoredObject): void {
  let missing = 0
  for (const [name, value] of Object.entries(user_metadata ?? {})) {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
    if (/^[\w-]{1,100}$/.test(name) && /^[\x20-\x7e]{0,2000}$/.test(text)) {
      reply.header(`x-amz-meta-${name.toLowerCase()}`, text)
    } else missing++
  }
  if (missing > 0) reply.header('x-amz-missing-meta', missing)
}

const overrides = [
  'content-type',
  'content-language',
  'expires',
  'cache-control',
  'content-disposition',
  'content-encoding',
]

/** Headers as the signer wants them, or a refusal. */
function overridesOf({ query }: S3Call): (readonly [name: string, value: string])[] {
  return overrides.flatMap((name) => {
    const value = query.get(`response-${name}`)
    if (value === null) return []
    if (!/^[\x20-\x7e]{1,1000}$/.test(value))
      throw s3Refusal('InvalidArgument', `response-${name} is invalid`)
    return [[name, value] as const]
  })
}

/** What a browser would run as a page of ours is offered for saving all the same. */
function override(reply: FastifyReply, headers: readonly (readonly [string, string])[]): void {
  for (const [name, value] of headers) reply.header(name, value)
  const disposition = String(reply.getHeader('content-disposition') ?? '')
  if (isActive(String(reply.getHeader('content-type'))) && !disposition.startsWith('attachment')) {
    reply.header('content-disposition', 'attachment')
  }
}

export async function putObject(call: S3Call): Promise<FastifyReply> {
  const { context, request, reply } = call
  const { headers } = request
  const place = call.place()
  const size = announcedSize(call)
  if (size !== null && size > context.settings.storage.fileSizeLimit) throw tooLarge()
  const userMetadata = userMetadataOf(request)
  const cacheControl = headers['cache-control'] ?? 'no-cache'
  const overwrite = headers['if-none-match'] !== '*'
  const saved = await saveUpload(context, call.doing('upload'), place, {
    type: headers['content-type'] ?? 'application/octet-stream',
    overwrite,
    announced: { size, userMetadata },
    checkIsSending: () => checkIsSending(request),
    bytes: call.body(),
    finish: async () => ({ cacheControl, metadata: userMetadata ?? {} }),
  }).catch((error) => {
    if (overwrite || toStorageError(error)?.statusCode !== '409') throw error
    throw s3Refusal('PreconditionFailed', 'At least one of the preconditions you specified did not hold.')
  })
  return reply.header('etag', saved.metadata.eTag).send('')
}

export function announcedSize({ request: { headers } }: S3Call): number | null {
  const decoded = Number(headers['x-amz-decoded-content-length'] ?? headers['content-length'])
  return Number.isSafeInteger(decoded) && decoded >= 0 ? decoded : null
}

export async function copyTo(call: S3Call): Promise<FastifyReply> {
  const { context, request, send } = call
  const isReplaced = request.headers['x-amz-metadata-directive'] === 'REPLACE'
  const type = request.headers['content-type']
  const cacheControl = request.headers['cache-control']
  const { metadata } = await copyObject(context, call.doing('object.copy'), sourceOf(call), {
    ...call.place(),
    overwrite: true,
    userMetadata: isReplaced ? (userMetadataOf(request) ?? 'none') : 'kept',
    facts: isReplaced
      ? { ...(type ? { mimetype: type } : {}), ...(cacheControl ? { cacheControl } : {}) }
      : {},
  })
  return send({ CopyObjectResult: { ETag: metadata.eTag, LastModified: metadata.lastModified } })
}

/** What `x-amz-copy-source` names: a bucket and a key, escaped as in an address. */
export function sourceOf({ request: { headers } }: S3Call): Place {
  const path = String(headers['x-amz-copy-source']).split('?')[0] ?? ''
  const [, bucket = '', key = ''] = /^\/?([^/]+)\/(.+)$/s.exec(decode(path)) ?? []
  if (bucket === '' || bucket.includes('\0')) throw s3Refusal('InvalidArgument', 'Invalid copy source')
  return { bucket, name: parseKey(key) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export async function removeObject(call: S3Call): Promise<FastifyReply> {
  const { context, reply } = call
  const name = nameOrNull(call.place)
  if (name) await removeObjects(context, call.doing('object.delete'), call.bucket, [name])
  return reply.code(204).send()
}

export async function removeMany(call: S3Call): Promise<FastifyReply> {
  const { context, bucket, send } = call
  const xml = await readText(call.body())
  const keys = readElements(xml, 'Object').map((one) => one.get('Key') ?? '')
  if (keys.length === 0 || keys.length > 1000)
    throw s3Refusal('MalformedXML', 'The XML must list 1 to 1000 keys')
  const names = keys.filter((key) => nameOrNull(() => ({ bucket, name: parseKey(key) })) !== null)
  const identity = call.doing('object.delete_many')
  await removeObjects(context, identity, bucket, names)
  // What is still there was not the caller's to remove.
  const left = await actAs(context.db, identity, (trx) => stillThere(trx, bucket, names), { readOnly: true })
  const isQuiet = /<Quiet>\s*true\s*<\/Quiet>/.test(xml)
  return send({
    DeleteResult: {
      Deleted: isQuiet ? [] : keys.filter((key) => !left.has(key)).map((Key) => ({ Key })),
      Error: [...left].map((Key) => ({
        Key,
        Code: 'AccessDenied',
        Message: "You do not have permission to delete this object or the object doesn't exist",
      })),
    },
  })
}

async function stillThere(
  trx: Parameters<typeof findObject>[0],
  bucket: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await trx
    .selectFrom('storage.objects')
    .select('name')
    .where('bucket_id', '=', bucket)
    .where('name', 'in', names)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** A name that no object can have names nothing: there is nothing to remove. */
function nameOrNull(place: () => Place): string | null {
  try {
    return place().name
  } catch {
    return null
  }
}
