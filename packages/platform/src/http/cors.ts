import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const defaultHeaders =
  'authorization, x-client-info, apikey, content-type, accept, accept-profile, content-profile, prefer, range, ' +
  'x-supabase-api-version, x-upsert, x-retry-count, cache-control, if-none-match'
const exposedHeaders =
  'Content-Range, Content-Location, Range-Unit, Location, Preference-Applied, X-Total-Count, Link, ETag, ' +
  'X-Supabase-Api-Version, Retry-After'

export type IsAllowedOrigin = (origin: string) => boolean

/**
 * Lets pages of the allowed origins call the routes of `app`; of any origin, where null names none.
 * Nothing here is carried by cookies: a caller has to hold a key or a token.
 */
export function allowCrossOrigin(app: FastifyInstance, isAllowed: IsAllowedOrigin | null): void {
  // Last, because functions set their own headers.
  if (isAllowed) app.addHook('onSend', async (request, reply) => setAllowedOrigin(request, reply, isAllowed))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', exposedHeaders)
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      return reply
        .header('access-control-allow-methods', methods)
        .header(
          'access-control-allow-headers',
          request.headers['access-control-request-headers'] ?? defaultHeaders,
        )
        .header('access-control-max-age', '3600')
        .code(204)
        .send()
    }
  })
  app.options('/*', async (_request, reply) => reply.code(204).send())
}

function setAllowedOrigin(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  isAllowed: IsAllowedOrigin,
): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'origin' : `${[vary].flat().join(', ')}, origin`)
  if (headers.origin !== undefined && isAllowed(headers.origin)) {
    reply.header('access-control-allow-origin', headers.origin)
  } else reply.removeHeader('access-control-allow-origin')
}
