import type { FastifyInstance } from 'fastify'
import { actAs } from '../../database/act-as.ts'
import { checkDownload, signDownload } from '../signed-url.ts'
import { bucketNotFound, invalidRequest, objectNotFound } from '../storage-errors.ts'
import {
  type BucketRoute,
  callerOf,
  jsonBody,
  jsonBodyLimit,
  type ObjectRoute,
  type Place,
  placeOf,
  type StorageContext,
  wholeNumberOf,
} from '../storage-request.ts'
import { findObject, findPublicObject, isPublicBucket } from './find-object.ts'
import { type StoredObject, sendObject } from './send-object.ts'

const longestLink = 10 * 365 * 24 * 3600
const notSignable = 'Either the object does not exist or you do not have access to it'

/** Routes that show an object: to everyone, to whom policies let, or to whoever has a signed link. */
export function downloadRoutes(app: FastifyInstance, context: StorageContext): void {
  const { db, store, keys } = context
  const findPublic = async (place: Place) => {
    const object = await findPublicObject(db, place)
    if (!object) throw (await isPublicBucket(db, place.bucket)) ? objectNotFound() : bucketNotFound()
    return object
  }

  app.route<ObjectRoute>({
    method: ['GET', 'HEAD'],
    url: '/object/public/:bucket/*',
    handler: async (request, reply) => sendObject(request, reply, store, await findPublic(placeOf(request))),
  })
  app.get<ObjectRoute>('/object/info/public/:bucket/*', async (request) =>
    toInfo(await findPublic(placeOf(request))),
  )

  const findForCaller = async (request: Parameters<typeof placeOf>[0]) => {
    const identity = await callerOf(context, request)
    const place = placeOf(request)
    const object = await actAs(db, identity, (trx) => findObject(trx, place), { readOnly: true })
    if (!object) throw objectNotFound()
    return object
  }
  for (const url of ['/object/authenticated/:bucket/*', '/object/:bucket/*']) {
    app.route<ObjectRoute>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => sendObject(request, reply, store, await findForCaller(request)),
    })
  }
  for (const url of ['/object/info/authenticated/:bucket/*', '/object/info/:bucket/*']) {
    app.get<ObjectRoute>(url, async (request) => toInfo(await findForCaller(request)))
  }

  app.route<ObjectRoute & { Querystring: { token?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const place = placeOf(request)
      await checkDownload(keys, place, request.query.token)
      const object = await findObject(db, place)
      if (!object) throw objectNotFound()
      return sendObject(request, reply, store, object)
    },
  })

  app.post<ObjectRoute>('/object/sign/:bucket/*', { bodyLimit: jsonBodyLimit }, async (request) => {
    const { bucket_id, name } = await findForCaller(request)
    const expiresIn = wholeNumberOf(jsonBody(request), 'expiresIn', { min: 1, max: longestLink })
    return { signedURL: await linkTo(context, { bucket: bucket_id, name }, expiresIn) }
  })

  app.post<BucketRoute>('/object/sign/:bucket', { bodyLimit: jsonBodyLimit }, async (request) => {
    const identity = await callerOf(context, request)
    const { bucket } = request.params
    const body = jsonBody(request)
    const expiresIn = wholeNumberOf(body, 'expiresIn', { min: 1, max: longestLink })
    const paths = namesOf(body.paths)
    const found = await actAs(db, identity, (trx) =>
      trx
        .selectFrom('storage.objects')
        .select('name')
        .where('bucket_id', '=', bucket)
        .where('name', 'in', paths)
        .execute(),
    )
    const known = new Set(found.map(({ name }) => name))
    return Promise.all(
      paths.map(async (path) =>
        known.has(path)
          ? { error: null, path, signedURL: await linkTo(context, { bucket, name: path }, expiresIn) }
          : { error: notSignable, path, signedURL: null },
      ),
    )
  })
}

/** A list of object names out of a body, or an error. */
export function namesOf(value: unknown): string[] {
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 1000 &&
    value.every((one) => typeof one === 'string' && one !== '' && !one.includes('\0'))
  if (!isList) throw invalidRequest('The body must list 1 to 1000 names')
  return value
}

async function linkTo({ keys }: StorageContext, place: Place, expiresIn: number): Promise<string> {
  return `/object/sign/${place.bucket}/${place.name}?token=${await signDownload(keys, place, expiresIn)}`
}

function toInfo({ id, bucket_id, name, version, metadata, user_metadata, created_at }: StoredObject) {
  if (!metadata) throw objectNotFound()
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata.size,
    content_type: metadata.mimetype,
    cache_control: metadata.cacheControl,
    etag: metadata.eTag,
    metadata: user_metadata ?? {},
    last_modified: metadata.lastModified,
    created_at,
  }
}
