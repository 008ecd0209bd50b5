import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StudioContext } from '../studio-context.ts'
import { badRequest, StudioError } from '../studio-error.ts'
import type { Role } from '../wire.ts'
import { isAllowed } from './allowed-calls.ts'
import { mintToken } from './mint-token.ts'

/** Of a file to upload, which is held in memory on its way. */
const mostBytes = 50 * 1024 * 1024

const up = ['accept', 'accept-profile', 'content-profile', 'content-type', 'prefer', 'x-upsert'] as const
const down = ['content-range', 'content-type', 'retry-after', 'x-total-count'] as const

/**
 * Asks the services themselves, through their own routes, as the role that `x-studio-role` names and the user of `x-studio-user`:
 * what they answer is what any client would be answered.
 */
export function relayRoutes(app: FastifyInstance, context: StudioContext): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '/services/*',
    exposeHeadRoute: false,
    bodyLimit: mostBytes,
    handler: async (request, reply) => {
      const role = roleOf(request)
      const { pathname, search } = targetOf(request)
      if (!isAllowed(role, request.method, pathname))
        throw new StudioError(403, 'not_relayed', 'Studio does not ask this.')
      const userId = headerOf(request, 'x-studio-user')
      const answer = await app.inject({
        method: request.method as 'GET',
        url: `${context.services}${pathname}${search}`,
        remoteAddress: request.ip,
        headers: {
          ...picked(up, request.headers),
          authorization: `Bearer ${await mintToken(context.auth, role, userId)}`,
        },
        ...(Buffer.isBuffer(request.body) ? { payload: request.body } : {}),
        payloadAsStream: true,
      })
      reply.code(answer.statusCode).headers(picked(down, answer.headers))
      // A file may be a page: it is only ever saved.
      if (pathname.startsWith('/storage/v1/object/authenticated/'))
        reply.header('content-disposition', 'attachment')
      return reply.send(answer.stream())
    },
  })
}

/** What is asked of which service, in the form in which it will be looked up. */
function targetOf(request: FastifyRequest): URL {
  const { '*': rest } = request.params as { '*': string }
  const [, search = ''] = request.url.split(/(?=\?)/, 2)
  const path = request.url.slice(request.url.indexOf('/services/') + '/services'.length)
  const url = URL.parse(path.slice(0, path.length - search.length) + search, 'http://services')
  // `//host/…` would be another host, and `..` is gone by now.
  if (rest.startsWith('/') || url?.host !== 'services') throw badRequest('This is no address.')
  return url
}

function roleOf(request: FastifyRequest): Role {
  const role = headerOf(request, 'x-studio-role')
  if (role === 'anon' || role === 'authenticated' || role === 'service_role') return role
  throw badRequest('Say as whom: anon, authenticated or service_role.')
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function picked(names: readonly string[], headers: FastifyRequest['headers'] | Record<string, unknown>) {
  const entries = names.map((name) => [name, headers[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>
}
