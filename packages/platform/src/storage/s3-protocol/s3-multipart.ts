import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import { checkLimits, checkMaySave } from '../objects/save-object.ts'
import { readOrRefuse } from '../objects/send-object.ts'
import { checkIsSending, type StorageContext } from '../storage-request.ts'
import type { ByteRange } from '../stores/object-store.ts'
import { finishUpload, giveUp } from '../uploads/finish-upload.ts'
import { addPart, listParts, mostParts, type Part, type Room } from '../uploads/parts.ts'
import { createUpload, findUpload, isTheirs, type PartialUpload } from '../uploads/uploads.ts'
import { workAlone } from '../uploads/work-alone.ts'
import { countOf, readText, type S3Call, userMetadataOf } from './s3-call.ts'
import { s3Refusal } from './s3-errors.ts'
import { announcedSize, findForCall, sourceOf } from './s3-objects.ts'
import { readElements } from './xml.ts'

export async function beginMultipart(call: S3Call): Promise<FastifyReply> {
  const { context, request, bucket, send } = call
  const identity = call.doing('upload.create_multipart')
  const place = call.place()
  const type = request.headers['content-type'] ?? 'application/octet-stream'
  const userMetadata = userMetadataOf(request)
  await checkLimits(context, place, type)
  await checkMaySave(context, identity, place, {
    overwrite: true,
    type,
    announced: { size: null, userMetadata },
  })
  const { id } = await createUpload(context, identity, {
    kind: 'multipart',
    place,
    link: null,
    overwrite: true,
    length: null,
    type,
    cacheControl: request.headers['cache-control'] ?? 'no-cache',
    userMetadata,
    ip: request.ip,
  })
  return send({ InitiateMultipartUploadResult: { Bucket: bucket, Key: place.name, UploadId: id } })
}

export async function putPart(call: S3Call): Promise<FastifyReply> {
  const { context, reply } = call
  const { upload } = await findTheirs(call, 'upload.part')
  const number = partNumberOf(call)
  const room = await roomIn(call, upload)
  checkIsSending(call.request)
  const announced = announcedSize(call) ?? 0
  const part = await addPart(context, upload.id, number, call.body(), { room, announced })
  return reply.header('etag', `"${part.digest}"`).send('')
}

export async function copyPart(call: S3Call): Promise<FastifyReply> {
  const { context, request, send } = call
  const { upload } = await findTheirs(call, 'upload.part_copy')
  const source = await findForCall(call, sourceOf(call), 'upload.part_copy')
  const size = source.metadata?.size ?? 0
  const range = copiedRange(request.headers['x-amz-copy-source-range'], size)
  const number = partNumberOf(call)
  const room = await roomIn(call, upload)
  const announced = range ? range.end - range.start + 1 : size
  const bytes = size === 0 ? nothing() : bytesOf(context, source.version ?? '', range)
  const part = await addPart(context, upload.id, number, bytes, { room, announced })
  return send({ CopyPartResult: { ETag: `"${part.digest}"`, LastModified: part.createdAt.toISOString() } })
}

export async function completeMultipart(call: S3Call): Promise<FastifyReply> {
  const { context, bucket, send } = call
  const { upload, identity } = await findTheirs(call, 'upload.complete_multipart')
  const asked = readElements(await readText(call.body()), 'Part').map((one) => ({
    number: Number(one.get('PartNumber')),
    tag: one.get('ETag') ?? '',
  }))
  if (asked.length === 0 || asked.length > mostParts)
    throw s3Refusal('MalformedXML', 'The XML must list parts')
  const eTag = await workAlone(context, upload.id, async (worker) => {
    const parts = choose(await listParts(context, upload.id), asked)
    const digests = Buffer.concat(parts.map(({ digest }) => Buffer.from(digest, 'hex')))
    const tag = `"${createHash('md5').update(digests).digest('hex')}-${parts.length}"`
    await finishUpload(context, identity, upload, { worker, parts, eTag: tag })
    return tag
  })
  return send({
    CompleteMultipartUploadResult: {
      Location: `/${bucket}/${upload.place.name}`,
      Bucket: bucket,
      Key: upload.place.name,
      ETag: eTag,
    },
  })
}

export async function abortMultipart(call: S3Call): Promise<FastifyReply> {
  const { upload } = await findTheirs(call, 'upload.abort_multipart')
  await workAlone(call.context, upload.id, (worker) => giveUp(call.context, upload.id, worker))
  return call.reply.code(204).send()
}

export async function sendParts(call: S3Call): Promise<FastifyReply> {
  const { context, query, bucket, send } = call
  const { upload } = await findTheirs(call, 'upload.list_parts')
  const limit = countOf(query, 'max-parts')
  const marker = Number(query.get('part-number-marker') ?? 0)
  const further = (await listParts(context, upload.id)).filter(({ number }) => number > marker)
  const page = further.slice(0, limit)
  const isTruncated = further.length > page.length
  return send({
    ListPartsResult: {
      Bucket: bucket,
      Key: upload.place.name,
      UploadId: upload.id,
      PartNumberMarker: Number.isNaN(marker) ? 0 : marker,
      NextPartNumberMarker: isTruncated ? page.at(-1)?.number : null,
      MaxParts: limit,
      IsTruncated: isTruncated,
      StorageClass: 'STANDARD',
      Part: page.map(({ number, digest, size, createdAt }) => ({
        PartNumber: number,
        ETag: `"${digest}"`,
        Size: size,
        LastModified: createdAt.toISOString(),
      })),
    },
  })
}

/** An upload under way, if it is the caller's and of this object: to anybody else it is not there. */
async function findTheirs(
  call: S3Call,
  operation: string,
): Promise<{ upload: PartialUpload; identity: DatabaseIdentity }> {
  const identity = call.doing(operation)
  const { bucket, name } = call.place()
  const upload = await findUpload(
    call.context,
    call.query.get('uploadId')?.replaceAll('\0', '') ?? '',
    'multipart',
  )
  const isMeant = upload?.place.bucket === bucket && upload.place.name === name
  if (!upload || !isMeant || upload.isDone || !isTheirs(upload, { identity, link: null })) {
    throw s3Refusal('NoSuchUpload', 'The specified multipart upload does not exist.')
  }
  return { upload, identity }
}

/** What the bucket lets an object have, which one part may have as well. */
async function roomIn({ context }: S3Call, { place, type }: PartialUpload): Promise<Room> {
  const whole = await checkLimits(context, place, type)
  return { part: whole, whole }
}

function partNumberOf({ query }: S3Call): number {
  const number = Number(query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > mostParts) {
    throw s3Refusal('InvalidArgument', `Part number must be an integer between 1 and ${mostParts}, inclusive`)
  }
  return number
}

/** A range of a copied part names both its ends. */
function copiedRange(
  header: string | string[] | undefined,
  size: number,
): { start: number; end: number } | null {
  if (header === undefined) return null
  const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(String(header)) ?? []
  const [start, end] = [Number(first), Number(last)]
  if (first === undefined || start > end || end >= size) {
    throw s3Refusal(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last',
    )
  }
  return { start, end }
}

function choose(parts: readonly Part[], asked: readonly { number: number; tag: string }[]): Part[] {
  let previous = 0
  return asked.map(({ number, tag }) => {
    if (number <= previous)
      throw s3Refusal('InvalidPartOrder', 'The list of parts was not in ascending order.')
    previous = number
    const part = parts.find((one) => one.number === number)
    if (!part || tag.replaceAll('"', '') !== part.digest) {
      throw s3Refusal('InvalidPart', 'One or more of the specified parts could not be found.')
    }
    return part
  })
}

/** Opened when they are taken: where there is no room for them, they are not. */
async function* bytesOf(
  { store }: StorageContext,
  version: string,
  range: ByteRange | null,
): AsyncGenerator<Uint8Array> {
  yield* (await readOrRefuse(store, version, range ?? undefined)) as AsyncIterable<Uint8Array>
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
