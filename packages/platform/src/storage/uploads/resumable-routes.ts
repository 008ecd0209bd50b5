import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bytesOf } from '../objects/read-upload.ts'
import { checkLimits, checkMaySave } from '../objects/save-object.ts'
import { endBody, wantsUpsert } from '../objects/upload-routes.ts'
import { readUploadPermit } from '../signed-url.ts'
import { invalidLink, invalidUploadSize, noSuchUpload } from '../storage-errors.ts'
import {
  callerOf,
  checkIsSending,
  does,
  inOperation,
  inTheNameOf,
  type Place,
  type StorageContext,
} from '../storage-request.ts'
import { finishUpload, giveUp } from './finish-upload.ts'
import { listParts } from './parts.ts'
import { offsetType, readOffset, readTusUpload, tusRefusal, tusVersion } from './read-tus.ts'
import { offsetOf, receiveBytes } from './receive-bytes.ts'
import { type Claimant, createUpload, findUpload, isTheirs, type PartialUpload } from './uploads.ts'
import { workAlone } from './work-alone.ts'

type UploadRoute = { Params: { id: string } }
type Authorise = (request: FastifyRequest, place: Place) => Promise<Claimant & { overwrite: boolean }>

const extensions = 'creation,creation-with-upload,termination,expiration'

/**
 * Uploads that go on where they broke off, by the protocol of tus.io, to be mounted where bodies are streams. Policies are
 * asked when one begins, and of the whole when it ends.
 */
export function resumableRoutes(app: FastifyInstance, context: StorageContext): void {
  app.addHook('onSend', endBody)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('tus-resumable', tusVersion)
    if (request.method === 'OPTIONS') return
    if (request.headers['tus-resumable'] !== tusVersion) throw tusRefusal(412, 'Tus-Resumable Required\n')
  })
  mount(app, context, '/upload/resumable', '', async (request) => ({
    identity: await callerOf(context, request),
    link: null,
    overwrite: wantsUpsert(request),
  }))
  mount(app, context, '/upload/resumable/sign', '_signed', async (request, place) => {
    const token = request.headers['x-signature']
    if (token === undefined) throw invalidLink('Missing x-signature header')
    const { owner, upsert } = await readUploadPermit(context.keys, place, token)
    const link = createHash('sha256').update(String(token)).digest('hex')
    return { identity: inOperation(inTheNameOf(owner), request), link, overwrite: upsert }
  })
}

function mount(
  app: FastifyInstance,
  context: StorageContext,
  base: string,
  suffix: string,
  authorise: Authorise,
): void {
  const doing = (what: string) => does(`storage.tus.upload.${what}${suffix}`)

  for (const url of [base, `${base}/:id`]) {
    app.options(url, async (_, reply) =>
      reply
        .code(204)
        .header('tus-version', tusVersion)
        .header('tus-extension', extensions)
        .header('tus-max-size', context.settings.storage.fileSizeLimit)
        .send(),
    )
  }

  const create = async (request: FastifyRequest, reply: FastifyReply) => {
    const upload = readTusUpload(request.headers)
    const { place, length, type, userMetadata } = upload
    const { identity, link, overwrite } = await authorise(request, place)
    if (length > (await checkLimits(context, place, type))) throw invalidUploadSize()
    const announced = { size: length, userMetadata }
    await checkMaySave(context, identity, place, { overwrite, type, announced })
    const created = await createUpload(context, identity, {
      ...upload,
      kind: 'resumable',
      link,
      overwrite,
      ip: request.ip,
    })
    reply.code(201).header('location', locationOf(request, created.id))
    reply.header('upload-expires', created.expiresAt.toUTCString())
    if (length === 0) {
      await workAlone(context, created.id, (worker) =>
        finishUpload(context, identity, created, { worker, parts: [] }),
      )
    } else if (request.headers['content-type'] === offsetType) {
      const bytes = bodyOf(request)
      const offset = await workAlone(context, created.id, (worker) =>
        receiveBytes(context, identity, created.id, { worker, offset: 0, bytes }),
      )
      reply.header('upload-offset', offset)
    }
    return reply.send()
  }
  app.post(base, doing('create'), create)
  app.post(`${base}/`, doing('create'), create)

  /** An upload, if it is the caller's: to anybody else it is not there. */
  const findTheirs = async (
    request: FastifyRequest<UploadRoute>,
  ): Promise<{ upload: PartialUpload } & Claimant> => {
    const upload = await findUpload(context, request.params.id, 'resumable')
    // A stranger is turned away alike whether or not there is one.
    const claimant = await authorise(request, upload?.place ?? { bucket: '', name: '' })
    if (!upload || !isTheirs(upload, claimant)) throw noSuchUpload()
    return { upload, ...claimant }
  }

  app.head<UploadRoute>(`${base}/:id`, doing('get'), async (request, reply) => {
    const { upload } = await findTheirs(request)
    return reply
      .header('upload-offset', offsetOf(upload, await listParts(context, upload.id)))
      .header('upload-length', upload.length)
      .header('upload-expires', upload.expiresAt.toUTCString())
      .send()
  })

  app.patch<UploadRoute>(`${base}/:id`, doing('part'), async (request, reply) => {
    if (request.headers['content-type'] !== offsetType) throw tusRefusal(415, 'Content-Type is invalid\n')
    const offset = readOffset(request.headers)
    const { upload, identity } = await findTheirs(request)
    checkIsSending(request)
    const announced = Number(request.headers['content-length'] ?? 0)
    if (offset + announced > (upload.length ?? 0)) throw invalidUploadSize()
    const received = await workAlone(context, upload.id, (worker) =>
      receiveBytes(context, identity, upload.id, { worker, offset, bytes: bodyOf(request) }),
    )
    return reply
      .code(204)
      .header('upload-offset', received)
      .header('upload-expires', upload.expiresAt.toUTCString())
      .send()
  })

  app.delete<UploadRoute>(`${base}/:id`, doing('delete'), async (request, reply) => {
    const { upload } = await findTheirs(request)
    await workAlone(context, upload.id, (worker) => giveUp(context, upload.id, worker))
    return reply.code(204).send()
  })
}

/** Seen from the address that was asked for, whatever stands before the server. */
function locationOf({ url }: FastifyRequest, id: string): string {
  const path = url.split('?')[0] ?? ''
  return path.endsWith('/') ? id : `${path.split('/').at(-1)}/${id}`
}

function bodyOf(request: FastifyRequest): AsyncIterable<Uint8Array> {
  return request.body ? bytesOf(request.body as Readable) : nothing()
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
