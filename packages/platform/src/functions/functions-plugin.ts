import { join } from 'node:path'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type DatabaseIdentity, isInSession } from '../database/act-as.ts'
import type { PlatformTables } from '../database/tables.ts'
import { allowCrossOrigin, type IsAllowedOrigin } from '../http/cors.ts'
import { identify } from '../http/identify.ts'
import { limitRequests } from '../http/limit-requests.ts'
import { isContention, isTransient } from '../http/postgres-error.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { OpenLimiter } from '../limits/limiter.ts'
import type { FunctionSettings, RateLimit } from '../settings.ts'
import { listFunctions } from './list-functions.ts'
import { RelayError } from './relay-error.ts'
import { runFunction } from './run-function.ts'
import { sendWebResponse, toWebRequest } from './web-request.ts'

export type FunctionsOptions = {
  db: Kysely<PlatformTables>
  keys: KeyRing
  openLimiter: OpenLimiter
  rateLimit: RateLimit | null
  folder: string | undefined
  settings: FunctionSettings
  /**
   * The place where functions reach the project when their caller came by no address of this
   * machine.
   */
  externalUrl: string
  isAllowedOrigin: IsAllowedOrigin | null
}

type FunctionRoute = { Params: { name: string } }

/**
 * Runs the functions of a folder in this process, to be mounted at /functions/v1. As upstream does
 * by default, lets only those in who bear a token or a key. A function is loaded at its first call.
 */
export const functionsPlugin: FastifyPluginAsync<FunctionsOptions> = async (app, options) => {
  const { db, keys, openLimiter, rateLimit, settings, folder, externalUrl } = options
  const names = folder === undefined ? [] : await listFunctions(folder)
  allowCrossOrigin(app, options.isAllowedOrigin)
  limitRequests(app, { keys, openLimiter, name: 'functions', limit: rateLimit, refuse: tooManyCalls })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body)
  app.setErrorHandler((error, request, reply) =>
    hopByHopHeaders(error, request as FastifyRequest<FunctionRoute>, reply),
  )

  for (const url of ['/:name', '/:name/*']) {
    app.route<FunctionRoute>({
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: async (request, reply) => {
        const { name } = request.params
        if (folder === undefined || !names.includes(name)) throw new RelayError('NOT_FOUND')
        const refusal = await findCallerRefusal(db, keys, request)
        if (refusal)
          return reply.code(401).header('x-relay-error', 'true').send({ code: 401, message: refusal })
        const gone = new AbortController()
        reply.raw.once('close', () => gone.abort())
        // The path begins with the function's name, as on hosted Supabase.
        const url = new URL(externalUrl).origin + request.url.slice(app.prefix.length)
        const response = await runFunction(
          join(folder, name, 'index.ts'),
          (timeout) => toWebRequest(request, url, AbortSignal.any([timeout, gone.signal])),
          {
            environment: environmentOf(keys, localUrlOf(request) ?? externalUrl),
            timeoutMs: settings.timeoutMs,
          },
        )
        return sendWebResponse(reply, response)
      },
    })
  }
}

const tooManyCalls = () => new RelayError('TOO_MANY_REQUESTS')

function hopByHopHeaders(
  error: unknown,
  request: FastifyRequest<FunctionRoute>,
  reply: FastifyReply,
): FastifyReply {
  const about = { function: request.params.name }
  reply.header('x-relay-error', 'true')
  if (isContention(error)) request.log.error({ ...about, err: error }, 'function failed')
  if (isTransient(error)) {
    return reply.code(503).send({ code: 'SERVICE_UNAVAILABLE', message: 'The database cannot answer now' })
  }
  const refusal = error instanceof RelayError ? error : toRelayError(error)
  const { code, statusCode, message, cause } = refusal
  if (cause !== undefined) request.log.error({ ...about, err: cause }, 'function failed')
  return reply.code(statusCode).send({ code, message })
}

function toRelayError(error: unknown): RelayError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status < 500 ? new RelayError('BAD_REQUEST') : new RelayError('WORKER_ERROR', error)
}

/** Returns why a request bears nothing that lets it in; null when it does. */
async function findCallerRefusal(
  db: Kysely<PlatformTables>,
  keys: KeyRing,
  request: FastifyRequest,
): Promise<string | null> {
  if (!request.headers.authorization && !request.headers.apikey) return 'Missing authorization header'
  const identified = await identify(keys, request)
  if (identified.outcome !== 'identified') return 'Invalid JWT'
  if (await isInSession(db, identified.identity)) return null
  return (await isAccountDeleted(db, identified.identity)) ? null : 'Invalid JWT'
}

/**
 * Returns true when the account of a token is there no more. Such a token opens nothing, and a
 * function may have to say again what became of the account: the answer to a deletion can be lost
 * on its way.
 */
async function isAccountDeleted(db: Kysely<PlatformTables>, { claims }: DatabaseIdentity): Promise<boolean> {
  if (typeof claims.sub !== 'string') return false
  const user = await db.selectFrom('auth.users').select('id').where('id', '=', claims.sub).executeTakeFirst()
  return user === undefined
}

/** Returns the variables that hosted Supabase puts into every function's environment. */
function environmentOf(keys: KeyRing, url: string): Record<string, string> {
  return {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SUPABASE_ANON_KEY: keys.anonJwt,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleJwt,
  }
}

/** Returns this process's local URL for the functions' calls. */
function localUrlOf({ socket }: FastifyRequest): string | null {
  const { localAddress, localPort } = socket
  if (!localAddress || !localPort) return null
  return `http://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`
}
