import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type DatabaseIdentity, isInSession } from '../database/act-as.ts'
import type { PlatformTables } from '../database/tables.ts'
import { allowCrossOrigin } from '../http/cors.ts'
import { identify } from '../http/identify.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { isAway } from '../http/postgres-error.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { RateLimit } from '../settings.ts'
import { type EdgeEnvironment, inEdgeScope } from './edge-scope.ts'
import { type EdgeFunction, listFunctions, loadFunction } from './load-functions.ts'
import { listOpenFunctions } from './read-config.ts'

export type FunctionsOptions = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  openLimiter: OpenLimiter
  rateLimit: RateLimit | null
  folder: string | undefined
  /** Where functions reach the project when their caller came by no address of this machine. */
  externalUrl: string
}

type FunctionRoute = { Params: { name: string } }

/**
 * Runs the functions of a folder, to be mounted at /functions/v1. As upstream does, lets only those in who bear a token
 * or a key, except where `verify_jwt = false` opens a function to everyone. A function is loaded at its first call.
 */
export const functionsPlugin: FastifyPluginAsync<FunctionsOptions> = async (
  app,
  { db, keys, openLimiter, rateLimit, folder, externalUrl },
) => {
  const names = folder === undefined ? [] : await listFunctions(folder)
  const open = folder === undefined ? [] : await listOpenFunctions(folder)
  const loaded = new Map<string, Promise<EdgeFunction>>()
  allowCrossOrigin(app)
  limitRequests(app, { keys, openLimiter, name: 'functions', limit: rateLimit, refuse: tooManyCalls })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  app.setErrorHandler((error, request, reply) => {
    if (isAway(error)) {
      return reply.code(503).send({ code: 'SERVICE_UNAVAILABLE', message: 'The database does not answer' })
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status === 429) {
      return reply.code(status).send({ code: 'TOO_MANY_REQUESTS', message: 'Request rate limit reached' })
    }
    if (status < 500)
      return reply.code(status).send({ code: 'BAD_REQUEST', message: 'The request could not be read' })
    request.log.error({ err: error }, 'function failed')
    return reply.code(500).send({ code: 'WORKER_ERROR', message: 'Function exited due to an error' })
  })

  for (const url of ['/:name', '/:name/*']) {
    app.route<FunctionRoute>({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: async (request, reply) => {
        const { name } = request.params
        if (folder === undefined || !names.includes(name)) {
          return reply.code(404).send({ code: 'NOT_FOUND', message: 'Requested function was not found' })
        }
        const refusal = open.includes(name) ? null : await refusalOf(db, keys, request)
        if (refusal) return reply.code(401).send({ code: 401, message: refusal })
        const environment = environmentOf(keys, urlWithin(request) ?? externalUrl)
        const loading = loaded.get(name) ?? loadFunction(folder, name, environment)
        loaded.set(name, loading)
        const edge = await loading
        const response = await inEdgeScope(environment, async () => edge.fetch(toWebRequest(request)))
        return reply.send(response)
      },
    })
  }
}

const tooManyCalls = () => Object.assign(new Error('Request rate limit reached'), { statusCode: 429 })

/** Why a request bears nothing that lets it in; null when it does. */
async function refusalOf(
  db: Kysely<PlatformTables>,
  keys: KeyRing,
  request: FastifyRequest,
): Promise<string | null> {
  if (!request.headers.authorization && !request.headers.apikey) return 'Missing authorization header'
  const identified = await identify(keys, request)
  if (identified.outcome !== 'identified') return 'Invalid JWT'
  if (await isInSession(db, identified.identity)) return null
  return (await isAccountGone(db, identified.identity)) ? null : 'Invalid JWT'
}

/**
 * Whether the account of a token is there no more. Such a token opens nothing, and a function may have to say again what
 * became of the account: the answer to a deletion can be lost on its way.
 */
async function isAccountGone(db: Kysely<PlatformTables>, { claims }: DatabaseIdentity): Promise<boolean> {
  if (typeof claims.sub !== 'string') return false
  const user = await db.selectFrom('auth.users').select('id').where('id', '=', claims.sub).executeTakeFirst()
  return user === undefined
}

/** What hosted Supabase puts into every function's environment. */
function environmentOf(keys: KeyRing, url: string): EdgeEnvironment {
  return {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_ANON_KEY: keys.anonJwt,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleJwt,
  }
}

/** This process as it was just reached, so that a function's calls take no way around through the world. */
function urlWithin({ socket }: FastifyRequest): string | null {
  const { localAddress, localPort } = socket
  if (!localAddress || !localPort) return null
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value ?? '']) headers.append(name, one)
  }
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD' && Buffer.isBuffer(request.body)
  return new Request(new URL(request.url, 'http://functions.local'), {
    method: request.method,
    headers,
    ...(hasBody ? { body: new Uint8Array(request.body as Buffer) } : {}),
  })
}
