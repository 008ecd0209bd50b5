import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { actAs, type DatabaseIdentity } from '../database/act-as.ts'
import type { PlatformTables } from '../database/tables.ts'
import { allowCrossOrigin } from '../http/cors.ts'
import { identify } from '../http/identify.ts'
import { isObject, parseJson } from '../http/json.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { ResolvedSettings } from '../resolve-settings.ts'
import { createBucket, readBucket } from './create-bucket.ts'
import { isBucketName, parseObjectName } from './object-name.ts'
import type { ObjectStore } from './object-store.ts'
import { readUpload } from './read-upload.ts'
import { removeObjects } from './remove-objects.ts'
import { saveObject } from './save-object.ts'
import { type StoredObject, sendObject } from './send-object.ts'
import {
  bucketNotFound,
  invalidRequest,
  invalidToken,
  objectNotFound,
  StorageError,
  toStorageError,
} from './storage-errors.ts'

export type StorageContext = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  settings: ResolvedSettings
  store: ObjectStore
}

type ObjectRoute = { Params: { bucket: string; '*': string } }

/** The storage API's routes, to be mounted at /storage/v1. */
export const storagePlugin: FastifyPluginAsync<StorageContext> = async (app, context) => {
  allowCrossOrigin(app)
  app.setErrorHandler((error, request, reply) => {
    const known = toStorageError(error)
    if (!known) request.log.error({ err: error }, 'storage request failed')
    const {
      status,
      statusCode,
      error: kind,
      message,
    } = known ?? new StorageError(500, 'internal', 'Internal Server Error', 500)
    return reply.code(status).send({ statusCode, error: kind, message })
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ statusCode: '404', error: 'Not Found', message: `Route ${request.method} not found` }),
  )
  app.removeAllContentTypeParsers()
  const bodyLimit = context.settings.storage.fileSizeLimit
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit },
    async (_: FastifyRequest, body: Buffer) => body,
  )
  downloadRoutes(app, context)
  uploadRoutes(app, context)
  removalRoutes(app, context)
  bucketRoutes(app, context)
}

function downloadRoutes(app: FastifyInstance, context: StorageContext): void {
  app.route<ObjectRoute>({
    method: ['GET', 'HEAD'],
    url: '/object/public/:bucket/*',
    handler: async (request, reply) => {
      const { bucket } = request.params
      const name = parseObjectName(request.params['*'])
      const object = await findObject(context.db, bucket, name)
        .where('buckets.public', '=', true)
        .executeTakeFirst()
      if (!object) throw (await isPublicBucket(context.db, bucket)) ? objectNotFound() : bucketNotFound()
      return sendObject(request, reply, context.store, object)
    },
  })

  for (const url of ['/object/authenticated/:bucket/*', '/object/:bucket/*']) {
    app.route<ObjectRoute>({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        const identity = await callerOf(context, request)
        const name = parseObjectName(request.params['*'])
        const object = await actAs(context.db, identity, (trx) =>
          findOwnObject(trx, request.params.bucket, name).executeTakeFirst(),
        )
        if (!object) throw objectNotFound()
        return sendObject(request, reply, context.store, object)
      },
    })
  }
}

function uploadRoutes(app: FastifyInstance, context: StorageContext): void {
  app.route<ObjectRoute>({
    method: ['POST', 'PUT'],
    url: '/object/:bucket/*',
    handler: async (request) => {
      const identity = await callerOf(context, request)
      const target = { bucket: request.params.bucket, name: parseObjectName(request.params['*']) }
      const upload = await readUpload(request)
      const overwrite = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
      const { id, key } = await saveObject(context, identity, target, { ...upload, overwrite })
      return { Id: id, Key: key }
    },
  })
}

function removalRoutes(app: FastifyInstance, context: StorageContext): void {
  app.delete<{ Params: { bucket: string } }>('/object/:bucket', async (request) => {
    const identity = await callerOf(context, request)
    const { prefixes } = Buffer.isBuffer(request.body) ? parseBody(request.body) : {}
    if (!isNameList(prefixes)) throw invalidRequest('prefixes must be a list of 1 to 1000 names')
    return removeObjects(context, identity, request.params.bucket, prefixes)
  })

  app.delete<ObjectRoute>('/object/:bucket/*', async (request) => {
    const identity = await callerOf(context, request)
    const name = parseObjectName(request.params['*'])
    const removed = await removeObjects(context, identity, request.params.bucket, [name])
    if (removed.length === 0) throw objectNotFound()
    return { message: 'Successfully deleted' }
  })
}

function isNameList(value: unknown): value is string[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= 1000 &&
    value.every((one) => typeof one === 'string' && one.length > 0 && !one.includes('\0'))
  )
}

function bucketRoutes(app: FastifyInstance, context: StorageContext): void {
  app.post('/bucket', async (request) => {
    const identity = await callerOf(context, request)
    const body = Buffer.isBuffer(request.body) ? parseBody(request.body) : {}
    const bucket = readBucket(body)
    await actAs(context.db, identity, (trx) => createBucket(trx, bucket))
    return { name: bucket.id }
  })
}

/** Storage knows no visitors by default: a key or a token has to be there. */
async function callerOf({ keys }: StorageContext, request: FastifyRequest): Promise<DatabaseIdentity> {
  if (!request.headers.authorization && !request.headers.apikey) throw invalidToken('Invalid Compact JWS')
  const identified = await identify(keys, request)
  if (identified.outcome === 'expired') throw invalidToken('"exp" claim timestamp check failed')
  if (identified.outcome !== 'identified') throw invalidToken('Invalid Compact JWS')
  return identified.identity
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const value = parseJson(body.toString('utf8'))
    if (isObject(value)) return value
  } catch {
    throw invalidRequest('The body is no JSON')
  }
  throw invalidRequest('The body must be an object')
}

function findObject(db: Kysely<PlatformTables>, bucket: string, name: string) {
  return db
    .selectFrom('storage.objects as objects')
    .innerJoin('storage.buckets as buckets', 'buckets.id', 'objects.bucket_id')
    .select(['objects.name', 'objects.version', 'objects.metadata', 'objects.updated_at'])
    .where('objects.bucket_id', '=', bucket)
    .where('objects.name', '=', name)
    .$castTo<StoredObject>()
}

/** Without the bucket, which policies need not let the caller see. */
function findOwnObject(db: Kysely<PlatformTables>, bucket: string, name: string) {
  return db
    .selectFrom('storage.objects')
    .select(['name', 'version', 'metadata', 'updated_at'])
    .where('bucket_id', '=', bucket)
    .where('name', '=', name)
    .$castTo<StoredObject>()
}

async function isPublicBucket(db: Kysely<PlatformTables>, bucket: string): Promise<boolean> {
  if (!isBucketName(bucket)) return false
  const row = await db
    .selectFrom('storage.buckets')
    .select(sql<boolean>`public`.as('public'))
    .where('id', '=', bucket)
    .executeTakeFirst()
  return row?.public === true
}
