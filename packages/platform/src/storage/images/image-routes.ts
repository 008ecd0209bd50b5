import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { actAs } from '../../database/act-as.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import { findObject, findPublicObject } from '../objects/find-object.ts'
import { dispositionOf, namesTag, readOrRefuse, type StoredObject } from '../objects/send-object.ts'
import { checkDownload } from '../signed-url.ts'
import { objectNotFound, StorageError } from '../storage-errors.ts'
import { callerOf, does, type ObjectRoute, placeOf, type StorageContext } from '../storage-request.ts'
import {
  describeTransformation,
  parseTransformation,
  readTransformation,
  type Transformation,
} from './read-transformation.ts'
import type { Asker } from './take-turns.ts'
import type { TransformImage } from './transform-images.ts'

type Find = (
  request: FastifyRequest<ObjectRoute>,
) => Promise<{ object: StoredObject | undefined; transformation: Transformation }>

const notEnabled = () =>
  new StorageError(501, 'FeatureNotEnabled', 'Image transformation is not enabled', {
    code: 'FeatureNotEnabled',
  })

/** Routes that show images otherwise than they lie there: to everyone, to whom policies let, or by a signed link. */
export function imageRoutes(
  app: FastifyInstance,
  context: StorageContext,
  transform: TransformImage | null,
): void {
  const { db, keys, store } = context
  const asked = ({ query }: FastifyRequest) =>
    readTransformation(query as Record<string, unknown>, 'querystring')

  const routes: Readonly<Record<string, Find>> = {
    public: async (request) => ({
      transformation: asked(request),
      object: await findPublicObject(db, placeOf(request)),
    }),
    authenticated: async (request) => {
      const identity = await callerOf(context, request)
      const place = placeOf(request)
      const transformation = asked(request)
      return {
        transformation,
        object: await actAs(db, identity, (trx) => findObject(trx, place), { readOnly: true }),
      }
    },
    sign: async (request) => {
      const place = placeOf(request)
      const { transformations } = await checkDownload(
        keys,
        place,
        (request.query as { token?: unknown }).token,
      )
      const transformation = typeof transformations === 'string' ? parseTransformation(transformations) : {}
      return { transformation, object: await findObject(db, place) }
    },
  }

  for (const [kind, find] of Object.entries(routes)) {
    const url = `/render/image/${kind}/:bucket/*`
    app.get<ObjectRoute>(url, does(`storage.render.image_${kind}`), async (request, reply) => {
      if (!transform) throw notEnabled()
      const { object, transformation } = await find(request)
      const { metadata, version } = object ?? {}
      if (!object || !metadata || !version) throw objectNotFound()
      const accept = request.headers.accept ?? ''
      const done = describeTransformation(transformation)
      const eTag = tagOf(metadata.eTag, done, accept)
      const facts = { eTag, cacheControl: metadata.cacheControl, done, object }
      if (namesTag(request.headers['if-none-match'] ?? '', eTag)) {
        return describe(request, reply, facts).code(304).send()
      }
      const source = { size: metadata.size, bytes: () => readOrRefuse(store, version) }
      const { bytes, type } = await transform(source, transformation, accept, askerOf(request, reply))
      return describe(request, reply, facts).type(type).send(bytes)
    })
  }
}

/** An address of their own is nothing to whoever has a whole network of them. */
function askerOf({ ip }: FastifyRequest, { raw }: FastifyReply): Asker {
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  raw.once('close', () => gone.abort())
  return { address: addressGroup(ip), signal: gone.signal }
}

function describe(
  request: FastifyRequest,
  reply: FastifyReply,
  facts: { eTag: string; cacheControl: string; done: string; object: StoredObject },
): FastifyReply {
  reply
    .header('etag', facts.eTag)
    .header('cache-control', facts.cacheControl)
    .header('last-modified', facts.object.updated_at.toUTCString())
    .header('vary', 'accept')
    .header('x-transformations', facts.done)
    .header('x-content-type-options', 'nosniff')
  const disposition = dispositionOf(request, 'image/png')
  if (disposition) reply.header('content-disposition', disposition)
  return reply
}

/** The same image made the same way has the same tag, whoever makes it. */
function tagOf(eTag: string, done: string, accept: string): string {
  const isWebp = accept.includes('image/webp')
  return `"${createHash('md5').update(`${eTag} ${done} ${isWebp}`).digest('hex')}"`
}
