import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import { readUploadPermit, signUpload } from '../signed-url.ts'
import { tooLarge } from '../storage-errors.ts'
import {
  callerOf,
  identityOfOwner,
  jsonBodyLimit,
  type ObjectRoute,
  operationConfig,
  placeOf,
  type StorageContext,
  withOperation,
} from '../storage-request.ts'
import { metadataOf, readUpload } from './read-upload.ts'
import { checkMaySave, ownerOf } from './save-object.ts'
import { saveUpload } from './save-upload.ts'

type PermitRoute = ObjectRoute & { Querystring: { token?: unknown } }

/** The route that signs links for uploads. */
export function uploadLinkRoutes(app: FastifyInstance, context: StorageContext): void {
  app.post<ObjectRoute>(
    '/object/upload/sign/:bucket/*',
    { bodyLimit: jsonBodyLimit, ...operationConfig('storage.object.sign_upload_url') },
    async (request) => {
      const identity = await callerOf(context, request)
      const place = placeOf(request)
      const upsert = wantsUpsert(request)
      const announced = { size: null, userMetadata: metadataOf(request) }
      await checkMaySave(context, identity, place, { overwrite: upsert, type: null, announced })
      const token = await signUpload(context.keys, place, { owner: ownerOf(identity), upsert })
      return { url: `/object/upload/sign/${place.bucket}/${place.name}?token=${token}`, token }
    },
  )
}

/** Routes that take an object in, to be mounted where bodies are streams. Who may send is asked before the bytes are read. */
export function uploadRoutes(app: FastifyInstance, context: StorageContext): void {
  app.addHook('onSend', drainBody)
  app.post<ObjectRoute>('/object/:bucket/*', operationConfig('storage.object.upload'), async (request) =>
    receiveUpload(context, await callerOf(context, request), request, wantsUpsert(request)),
  )
  app.put<ObjectRoute>(
    '/object/:bucket/*',
    operationConfig('storage.object.upload_update'),
    async (request) => receiveUpload(context, await callerOf(context, request), request, true),
  )

  app.put<PermitRoute>(
    '/object/upload/sign/:bucket/*',
    operationConfig('storage.object.upload_signed'),
    async (request) => {
      const { owner, upsert } = await readUploadPermit(context.keys, placeOf(request), request.query.token)
      return receiveUpload(context, withOperation(identityOfOwner(owner), request), request, upsert)
    },
  )
}

async function receiveUpload(
  context: StorageContext,
  identity: DatabaseIdentity,
  request: FastifyRequest<ObjectRoute>,
  overwrite: boolean,
): Promise<{ Id: string; Key: string }> {
  const place = placeOf(request)
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes(context)) throw tooLarge()
  const unknown = { overwrite, type: null, announced: { size: null, userMetadata: null } }
  const askMaySave = () => checkMaySave(context, identity, place, unknown)
  const { id, key } = await saveUpload(context, identity, place, {
    ...(await readUpload(request, askMaySave)),
    overwrite,
  })
  return { Id: id, Key: key }
}

/** A refused body longer than this is not worth the connection that it would keep. */
const maxDrainedBytes = 256 * 1024

/**
 * The rest of a body must be read before the connection is reused. A long rest closes the
 * connection.
 */
async function drainBody({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  raw.unpipe()
  const isLong = Number(raw.headers['content-length'] ?? 0) > maxDrainedBytes
  if (reply.statusCode >= 400 && isLong && !raw.complete) reply.header('connection', 'close')
  else raw.resume()
}

/** The overhead of a form. */
const formOverheadBytes = 64 * 1024

function maxUploadBytes({ settings }: StorageContext): number {
  return settings.storage.fileSizeLimit + formOverheadBytes
}

function wantsUpsert(request: FastifyRequest): boolean {
  return request.headers['x-upsert'] === 'true'
}
