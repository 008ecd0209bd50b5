import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { allowCrossOrigin } from '../http/cors.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { bucketRoutes } from './buckets/bucket-routes.ts'
import { downloadRoutes } from './objects/download-routes.ts'
import { objectRoutes } from './objects/object-routes.ts'
import { uploadLinkRoutes, uploadRoutes } from './objects/upload-routes.ts'
import { StorageError, tooManyRequests, toStorageError } from './storage-errors.ts'
import type { StorageContext } from './storage-request.ts'

/** The storage API's routes, to be mounted at /storage/v1. */
export const storagePlugin: FastifyPluginAsync<StorageContext> = async (app, context) => {
  allowCrossOrigin(app)
  app.setErrorHandler((error, request, reply) => {
    const known = toStorageError(error)
    if (!known) request.log.error({ err: error }, 'storage request failed')
    const refusal =
      known ??
      new StorageError(500, 'internal', 'Internal Server Error', { code: 'InternalError', status: 500 })
    const { status, statusCode, code, error: kind, message } = refusal
    return reply.code(status).send({ statusCode, code, error: kind, message })
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
  bucketRoutes(app, context)
  downloadRoutes(app, context)
  uploadLinkRoutes(app, context)
  app.register(async (streaming: FastifyInstance) => {
    streaming.removeAllContentTypeParsers()
    streaming.addContentTypeParser('*', async (_: FastifyRequest, body: IncomingMessage) => body)
    uploadRoutes(streaming, context)
  })
  objectRoutes(app, context)
}
