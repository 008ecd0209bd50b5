import type { FastifyInstance } from 'fastify'
import { actAs } from '../../database/act-as.ts'
import { ownerOf } from '../objects/save-object.ts'
import { invalidRequest } from '../storage-errors.ts'
import {
  type BucketRoute,
  callerOf,
  jsonBody,
  jsonBodyLimit,
  operationConfig,
  type StorageContext,
} from '../storage-request.ts'
import {
  bucketSorts,
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from './buckets.ts'
import { readBucket, readBucketChanges } from './read-bucket.ts'

type ListQuery = { limit?: string; offset?: string; search?: string; sortColumn?: string; sortOrder?: string }

/** Routes for buckets; policies on storage.buckets decide who may do what. */
export function bucketRoutes(app: FastifyInstance, context: StorageContext): void {
  const { db } = context
  const options = { bodyLimit: jsonBodyLimit }

  app.post('/bucket', { ...options, ...operationConfig('storage.bucket.create') }, async (request) => {
    const identity = await callerOf(context, request)
    const bucket = readBucket(jsonBody(request))
    await actAs(db, identity, (trx) => createBucket(trx, bucket, ownerOf(identity)))
    return { name: bucket.id }
  })

  app.get<{ Querystring: ListQuery }>('/bucket', operationConfig('storage.bucket.list'), async (request) => {
    const identity = await callerOf(context, request)
    const { limit, offset, search, sortColumn = 'name', sortOrder = 'asc' } = request.query
    const column = bucketSorts.find((one) => one === sortColumn)
    if (!column || (sortOrder !== 'asc' && sortOrder !== 'desc')) {
      throw invalidRequest('querystring/sortColumn or sortOrder is none of those allowed')
    }
    const query = {
      limit: limit === undefined ? null : readCount('limit', limit),
      offset: readCount('offset', offset ?? '0'),
      search: typeof search === 'string' ? search.replaceAll('\0', '') : null,
      sort: { column, order: sortOrder } as const,
    }
    return actAs(db, identity, (trx) => listBuckets(trx, query), { readOnly: true })
  })

  app.get<BucketRoute>('/bucket/:bucket', operationConfig('storage.bucket.get'), async (request) => {
    const identity = await callerOf(context, request)
    return actAs(db, identity, (trx) => getBucket(trx, request.params.bucket), { readOnly: true })
  })

  app.put<BucketRoute>(
    '/bucket/:bucket',
    { ...options, ...operationConfig('storage.bucket.update') },
    async (request) => {
      const identity = await callerOf(context, request)
      const changes = readBucketChanges(jsonBody(request))
      await actAs(db, identity, (trx) => updateBucket(trx, request.params.bucket, changes))
      return { message: 'Successfully updated' }
    },
  )

  app.post<BucketRoute>(
    '/bucket/:bucket/empty',
    { ...options, ...operationConfig('storage.bucket.empty') },
    async (request) => {
      const identity = await callerOf(context, request)
      await emptyBucket(context, identity, request.params.bucket)
      // It is done already; the text is upstream's.
      return { message: 'Empty bucket has been queued. Completion may take up to an hour.' }
    },
  )

  app.delete<BucketRoute>(
    '/bucket/:bucket',
    { ...options, ...operationConfig('storage.bucket.delete') },
    async (request) => {
      const identity = await callerOf(context, request)
      await deleteBucket(context, identity, request.params.bucket)
      return { message: 'Successfully deleted' }
    },
  )
}

function readCount(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidRequest(`querystring/${name} must be a whole number`)
  return Number(text)
}
