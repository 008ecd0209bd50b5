import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { actAs } from '../../database/act-as.ts'
import { checkDownload, signDownload } from '../signed-url.ts'
import { bucketNotFound, invalidRequest, objectNotFound } from '../storage-errors.ts'
import {
  type BucketRoute,
  callerOf,
  hasCredential,
  jsonBody,
  jsonBodyLimit,
  type ObjectRoute,
  operationConfig,
  type Place,
  placeOf,
  type StorageContext,
  wholeNumberOf,
} from '../storage-request.ts'
import type { ObjectStore } from '../stores/object-store.ts'
import { findObject, findPublicObject, isPublicBucket } from './find-object.ts'
import { type StoredObject, sendObject } from './send-object.ts'

const maxExpirySeconds = 10 * 365 * 24 * 3600
const notSignable = 'Either the object does not exist or you do not have access to it'

/** Serves objects: public, authorized, and by signed link. */
export function downloadRoutes(app: FastifyInstance, context: StorageContext): void {
  const { db, store, keys } = context
  const findPublic = async (request: FastifyRequest<ObjectRoute>) => {
    const place = placeOf(request)
    const object = await findPublicObject(db, place)
    if (!object) throw (await isPublicBucket(db, place.bucket)) ? objectNotFound() : bucketNotFound()
    return object
  }

  const findForCaller = async (request: FastifyRequest<ObjectRoute>) => {
    const identity = await callerOf(context, request)
    const place = placeOf(request)
    const object = await actAs(db, identity, (trx) => findObject(trx, place), { readOnly: true })
    if (!object) throw objectNotFound()
    return object
  }
  /** Finds an object for its caller; without a key only public ones are found. */
  const findForAnyone = (request: FastifyRequest<ObjectRoute>) =>
    hasCredential(request) ? findForCaller(request) : findPublic(request)

  addDownloadRoute(app, store, '/object/public/:bucket/*', {
    get: ['storage.object.get_public', findPublic],
    head: ['storage.object.info_public', findPublic],
  })
  for (const url of ['/object/authenticated/:bucket/*', '/object/:bucket/*']) {
    addDownloadRoute(app, store, url, {
      get: ['storage.object.get_authenticated', findForCaller],
      head: [
        'storage.object.info_authenticated',
        url.startsWith('/object/:') ? findForAnyone : findForCaller,
      ],
    })
  }
  for (const [url, find, operation] of [
    ['/object/info/public/:bucket/*', findPublic, 'storage.object.info_public'],
    ['/object/info/authenticated/:bucket/*', findForCaller, 'storage.object.info_authenticated'],
    ['/object/info/:bucket/*', findForAnyone, 'storage.object.info_authenticated'],
  ] as const) {
    app.get<ObjectRoute>(url, operationConfig(operation), async (request, reply) => {
      const info = toInfo(await find(request))
      reply.header('etag', info.etag)
      return info
    })
  }

  const findSigned = async (request: FastifyRequest<ObjectRoute>) => {
    const place = placeOf(request)
    const { token } = request.query as { token?: unknown }
    await checkDownload(keys, place, token)
    const object = await findObject(db, place)
    if (!object) throw objectNotFound()
    return object
  }
  addDownloadRoute(app, store, '/object/sign/:bucket/*', {
    get: ['storage.object.get_signed', findSigned],
    head: ['storage.object.get_signed', findSigned],
  })

  app.post<ObjectRoute>(
    '/object/sign/:bucket/*',
    { bodyLimit: jsonBodyLimit, ...operationConfig('storage.object.sign') },
    async (request) => {
      const { bucket_id, name } = await findForCaller(request)
      const expiresIn = wholeNumberOf(jsonBody(request), 'expiresIn', { min: 1, max: maxExpirySeconds })
      return { signedURL: await signedLinkTo(context, { bucket: bucket_id, name }, expiresIn) }
    },
  )

  app.post<BucketRoute>(
    '/object/sign/:bucket',
    { bodyLimit: jsonBodyLimit, ...operationConfig('storage.object.sign_many') },
    async (request) => {
      const identity = await callerOf(context, request)
      const { bucket } = request.params
      const body = jsonBody(request)
      const expiresIn = wholeNumberOf(body, 'expiresIn', { min: 1, max: maxExpirySeconds })
      const paths = namesOf(body.paths)
      const found = await actAs(db, identity, (trx) =>
        trx
          .selectFrom('storage.objects')
          .select('name')
          .where('bucket_id', '=', bucket)
          .where(sql<boolean>`name = any(${paths}::text[])`)
          .execute(),
      )
      const known = new Set(found.map(({ name }) => name))
      return Promise.all(
        paths.map(async (path) =>
          known.has(path)
            ? { error: null, path, signedURL: await signedLinkTo(context, { bucket, name: path }, expiresIn) }
            : { error: notSignable, path, signedURL: null },
        ),
      )
    },
  )
}

type FindObject = (request: FastifyRequest<ObjectRoute>) => Promise<StoredObject>

/** Adds routes for an object's bytes and its headers. */
function addDownloadRoute(
  app: FastifyInstance,
  store: ObjectStore,
  url: string,
  routes: Record<'get' | 'head', readonly [operation: string, find: FindObject]>,
): void {
  for (const method of ['head', 'get'] as const) {
    const [operation, find] = routes[method]
    app.route<ObjectRoute>({
      method: method.toUpperCase(),
      url,
      ...operationConfig(operation),
      handler: async (request, reply) => sendObject(request, reply, store, await find(request)),
    })
  }
}

/** About the number that fits into a JSON body. */
const maxNames = 20_000

/** A list of object names out of a body, or an error. */
export function namesOf(value: unknown): string[] {
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxNames &&
    value.every((one) => typeof one === 'string' && one !== '' && !one.includes('\0'))
  if (!isList) throw invalidRequest(`The body must list 1 to ${maxNames} names`)
  return value
}

async function signedLinkTo({ keys }: StorageContext, place: Place, expiresIn: number): Promise<string> {
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
