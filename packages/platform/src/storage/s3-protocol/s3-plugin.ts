import type { IncomingMessage } from 'node:http'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { describeRefusal, type StorageError } from '../storage-errors.ts'
import { isOfServer, type StorageContext } from '../storage-request.ts'
import { type AsksWhetherServer, boundUploads, type UploadsUnderWay } from '../uploads-under-way.ts'
import { openCall } from './s3-call.ts'
import { s3Routes } from './s3-routes.ts'
import { writeXml } from './xml.ts'

type Options = StorageContext & {
  forUploads: StorageContext
  underWay: UploadsUnderWay
  refusalOf: (error: unknown, request: FastifyRequest) => StorageError
}

/** S3's protocol at /s3, which says in XML what it refuses. */
export const s3Plugin: FastifyPluginAsync<Options> = async (
  app,
  { refusalOf, forUploads, underWay, ...context },
) => {
  /** Who may not send is told so by the route. */
  const isServers: AsksWhetherServer = (request, reply) =>
    openCall(context, request, reply).then(
      (call) => isOfServer(call.doing('upload')),
      () => false,
    )
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (_: FastifyRequest, body: IncomingMessage) => body)
  app.setErrorHandler((error, request, reply) => {
    const { status, statusCode, code, message } = refusalOf(error, request)
    describeRefusal(reply)
      .code(status >= 500 ? status : Number(statusCode))
      .type('application/xml')
    if (request.method === 'HEAD') return reply.send('')
    const resource = (request.raw.url ?? '').split('?')[0]?.replace(/^.*?\/s3\//, '')
    return reply.send(
      writeXml({ Error: { Resource: resource, Code: code, Message: message, RequestId: request.id } }),
    )
  })
  const { longestSilenceMs } = context.settings.storage
  boundUploads(app, { underWay, longestSilenceMs, isServers })
  s3Routes(app, context, forUploads)
}
