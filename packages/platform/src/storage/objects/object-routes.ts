import type { FastifyInstance } from 'fastify'
import { actAs } from '../../database/act-as.ts'
import { isObject } from '../../http/json.ts'
import { invalidRequest, objectNotFound } from '../storage-errors.ts'
import {
  type BucketRoute,
  callerOf,
  jsonBody,
  jsonBodyLimit,
  type ObjectRoute,
  operationConfig,
  type Place,
  placeOf,
  type StorageContext,
  textOf,
  wholeNumberOf,
} from '../storage-request.ts'
import { copyObject } from './copy-object.ts'
import { namesOf } from './download-routes.ts'
import { listFolder, type ObjectSort, objectSorts } from './list-objects.ts'
import { moveObject } from './move-object.ts'
import { parseObjectName } from './object-name.ts'
import { pageObjects } from './page-objects.ts'
import { metadataOf } from './read-upload.ts'
import { removeObjects } from './remove-objects.ts'

const maxListed = 10_000

/** Routes that list, move, copy and remove objects. */
export function objectRoutes(app: FastifyInstance, context: StorageContext): void {
  const { db } = context
  const options = { bodyLimit: jsonBodyLimit }

  app.post<BucketRoute>(
    '/object/list/:bucket',
    { ...options, ...operationConfig('storage.object.list') },
    async (request) => {
      const identity = await callerOf(context, request)
      const body = jsonBody(request)
      const prefix = textOf(body, 'prefix', '')
      const query = {
        bucket: request.params.bucket,
        folder: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
        search: textOf(body, 'search', ''),
        limit: wholeNumberOf(body, 'limit', { min: 1, max: maxListed, fallback: 100 }),
        offset: wholeNumberOf(body, 'offset', { min: 0, max: 2 ** 31 - 1, fallback: 0 }),
        sort: sortOf(body.sortBy),
      }
      return actAs(db, identity, (trx) => listFolder(trx, query), { readOnly: true })
    },
  )

  app.post<BucketRoute>(
    '/object/list-v2/:bucket',
    { ...options, ...operationConfig('storage.object.list_v2') },
    async (request) => {
      const identity = await callerOf(context, request)
      const body = jsonBody(request)
      const query = {
        bucket: request.params.bucket,
        prefix: textOf(body, 'prefix', ''),
        withFolders: body.with_delimiter === true,
        limit: wholeNumberOf(body, 'limit', { min: 1, max: 1000, fallback: 1000 }),
        sort: sortOf(body.sortBy),
        cursor: textOf(body, 'cursor', '') || null,
      }
      return actAs(db, identity, (trx) => pageObjects(trx, query), { readOnly: true })
    },
  )

  app.post('/object/move', { ...options, ...operationConfig('storage.object.move') }, async (request) => {
    const identity = await callerOf(context, request)
    const { from, to } = placesOf(jsonBody(request))
    const { id } = await moveObject(db, identity, from, to)
    return { message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.name}` }
  })

  app.post('/object/copy', { ...options, ...operationConfig('storage.object.copy') }, async (request) => {
    const identity = await callerOf(context, request)
    const body = jsonBody(request)
    const { from, to } = placesOf(body)
    const { id, key, row } = await copyObject(context, identity, from, {
      ...to,
      overwrite: request.headers['x-upsert'] === 'true',
      userMetadata: body.copyMetadata === false ? (metadataOf(request) ?? 'none') : 'kept',
      facts: readFileFacts(body.metadata),
    })
    return { Id: id, Key: key, ...row }
  })

  app.delete<BucketRoute>(
    '/object/:bucket',
    { ...options, ...operationConfig('storage.object.delete_many') },
    async (request) => {
      const identity = await callerOf(context, request)
      return removeObjects(context, identity, request.params.bucket, namesOf(jsonBody(request).prefixes))
    },
  )

  app.delete<ObjectRoute>(
    '/object/:bucket/*',
    { ...options, ...operationConfig('storage.object.delete') },
    async (request) => {
      const identity = await callerOf(context, request)
      const { bucket, name } = placeOf(request)
      const removed = await removeObjects(context, identity, bucket, [name])
      if (removed.length === 0) throw objectNotFound()
      return { message: 'Successfully deleted' }
    },
  )
}

/** Reads the facts in which a copy differs from its original. */
function readFileFacts(value: unknown): { mimetype?: string; cacheControl?: string } {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw invalidRequest('body/metadata must be object')
  const { mimetype, cacheControl } = value
  for (const fact of [mimetype, cacheControl]) {
    if (fact !== undefined && !isHeaderText(fact))
      throw invalidRequest('body/metadata must hold header values')
  }
  return {
    ...(isHeaderText(mimetype) ? { mimetype } : {}),
    ...(isHeaderText(cacheControl) ? { cacheControl } : {}),
  }
}

function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value)
}

function placesOf(body: Record<string, unknown>): { from: Place; to: Place } {
  const bucket = textOf(body, 'bucketId')
  return {
    from: { bucket, name: parseObjectName(textOf(body, 'sourceKey')) },
    to: {
      bucket: textOf(body, 'destinationBucket', bucket),
      name: parseObjectName(textOf(body, 'destinationKey')),
    },
  }
}

function sortOf(value: unknown): ObjectSort {
  const { column = 'name', order = 'asc' } = isObject(value) ? value : {}
  const known = objectSorts.find((one) => one === column)
  if (!known || (order !== 'asc' && order !== 'desc')) {
    throw invalidRequest(`body/sortBy must be one of ${objectSorts.join(', ')}, asc or desc`)
  }
  return { column: known, order }
}
