import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DatabaseIdentity } from '../database/act-as.ts'
import { readUpload } from './read-upload.ts'
import { checkMaySave, ownerOf } from './save-object.ts'
import { saveUpload } from './save-upload.ts'
import { readUploadPermit, signUpload } from './signed-url.ts'
import { callerOf, jsonBodyLimit, type ObjectRoute, placeOf, type StorageContext } from './storage-request.ts'

type PermitRoute = ObjectRoute & { Querystring: { token?: unknown } }

/** Routes that take an object in. Who may send is asked before the first byte of the body is read. */
export function uploadRoutes(app: FastifyInstance, context: StorageContext): void {
  app.route<ObjectRoute>({
    method: ['POST', 'PUT'],
    url: '/object/:bucket/*',
    onRequest: async (request) => void (await callerOf(context, request)),
    handler: async (request) => {
      const identity = await callerOf(context, request)
      const overwrite = request.method === 'PUT' || wantsUpsert(request)
      const { id, key } = await saveUpload(context, identity, placeOf(request), {
        ...(await readUpload(request)),
        overwrite,
      })
      return { Id: id, Key: key }
    },
  })

  app.post<ObjectRoute>('/object/upload/sign/:bucket/*', { bodyLimit: jsonBodyLimit }, async (request) => {
    const identity = await callerOf(context, request)
    const place = placeOf(request)
    const upsert = wantsUpsert(request)
    await checkMaySave(context, identity, place, upsert)
    const token = await signUpload(context.keys, place, { owner: ownerOf(identity), upsert })
    return { url: `/object/upload/sign/${place.bucket}/${place.name}?token=${token}`, token }
  })

  app.put<PermitRoute>(
    '/object/upload/sign/:bucket/*',
    {
      onRequest: async (request) =>
        void (await readUploadPermit(context.keys, placeOf(request), request.query.token)),
    },
    async (request) => {
      const place = placeOf(request)
      const { owner, upsert } = await readUploadPermit(context.keys, place, request.query.token)
      const upload = await readUpload(request)
      const { id, key } = await saveUpload(context, inTheNameOf(owner), place, {
        ...upload,
        overwrite: upsert,
      })
      return { Id: id, Key: key }
    },
  )
}

function wantsUpsert(request: FastifyRequest): boolean {
  return request.headers['x-upsert'] === 'true'
}

/** Policies were asked when the link was signed; it stays good for whoever uses it. */
function inTheNameOf(owner: string | null): DatabaseIdentity {
  return { role: 'service_role', claims: { role: 'service_role', ...(owner === null ? {} : { sub: owner }) } }
}
