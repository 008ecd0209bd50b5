import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allowCrossOrigin } from '../http/cors.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { isContention } from '../http/postgres-error.ts'
import { bucketRoutes } from './buckets/bucket-routes.ts'
import { downloadRoutes } from './objects/download-routes.ts'
import { objectRoutes } from './objects/object-routes.ts'
import { purgeOrphanObjects } from './objects/orphan-objects.ts'
import { uploadLinkRoutes, uploadRoutes } from './objects/upload-routes.ts'
import {
  invalidMimeType,
  removeObjectHeaders,
  StorageError,
  tooManyRequests,
  toStorageError,
} from './storage-errors.ts'
import { isServerRequest, type StorageContext } from './storage-request.ts'
import { boundUploads, ConcurrentUploads } from './uploads-under-way.ts'

type StorageOptions = StorageContext & {
  /** The limited database for uploads, which are expensive. */
  narrowDb: StorageContext['db']
}

/** The storage API's routes, to be mounted at /storage/v1. */
export const storagePlugin: FastifyPluginAsync<StorageOptions> = async (app, { narrowDb, ...context }) => {
  const { uploadsAtOnce, stalledTimeoutMs } = context.settings.storage
  allowCrossOrigin(app, context.settings.isAllowedOrigin)
  app.addHook('onRequest', async ({ headers }) => {
    // Older clients send their token without a scheme.
    if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(headers.authorization ?? ''))
      headers.authorization = `Bearer ${headers.authorization}`
  })
  app.setErrorHandler((error, request, reply) => {
    const { status, statusCode, code, error: kind, message } = refusalOf(error, request)
    return removeObjectHeaders(reply).code(status).send({ statusCode, code, error: kind, message })
  })
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ statusCode: '404', error: 'Not Found', message: `Route ${request.method} not found` }),
  )
  limitRequests(app, {
    ...context,
    name: 'storage',
    limit: context.settings.serviceLimits.storage,
    refuse: tooManyRequests,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  app.get('/status', async (_, reply) => reply.code(200).send())
  bucketRoutes(app, context)
  downloadRoutes(app, context)
  uploadLinkRoutes(app, context)
  app.register(async (streaming: FastifyInstance) => {
    streaming.removeAllContentTypeParsers()
    streaming.addContentTypeParser('*', async (_: FastifyRequest, body: IncomingMessage) => body)
    boundUploads(streaming, {
      underWay: new ConcurrentUploads(uploadsAtOnce),
      stalledTimeoutMs,
      isServers: (request) => isServerRequest(context, request),
    })
    uploadRoutes(streaming, { ...context, db: narrowDb })
  })
  objectRoutes(app, context)
  purgeHourly(app, context)
}

/** Converts an error to an answer. Unexpected ones are logged and hidden. */
function refusalOf(error: unknown, { log, headers }: FastifyRequest): StorageError {
  const isNoType =
    error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
  if (isNoType) return invalidMimeType(String(headers['content-type']).slice(0, 255))
  const known = toStorageError(error)
  if (!known || isContention(error)) log.error({ err: error }, 'storage request failed')
  return (
    known ??
    new StorageError(500, 'internal', 'Internal Server Error', { code: 'InternalError', status: 500 })
  )
}

const purgeEveryMs = 3_600_000

function purgeHourly(app: FastifyInstance, context: StorageContext): void {
  let purging: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    purging = purgeOrphanObjects(context).catch((error) =>
      app.log.error({ err: error }, 'files of unsaved objects were not removed'),
    )
  }, purgeEveryMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await purging
  })
}
