import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, JsonError, parseJson } from '../../http/json.ts'
import type { KeyRing } from '../../keys/keys.ts'
import { readCredential } from '../../keys/tokens.ts'
import { limitAddresses } from '../../limits/limit-addresses.ts'
import { reached } from '../gate/guard.ts'
import type { StudioContext } from '../studio-context.ts'
import { badRequest, signedOut, tooManyKeys, wrongKey } from '../studio-error.ts'
import type { SessionFacts } from '../wire.ts'
import { readCookie, writeCookie } from './cookie.ts'

/** Signing in with the service key, and out. The key is looked at and kept nowhere. */
export function sessionRoutes(app: FastifyInstance, context: StudioContext): void {
  const { keys, sessions, address, settings } = context
  const limit = limitAddresses(context.openLimiter('studio-keys', settings.keysTried), tooManyKeys)

  app.post('/session', { bodyLimit: 8192, onRequest: limit }, async (request, reply) => {
    if (!(await isServiceKey(keys, keyOf(request.body)))) throw wrongKey()
    const token = sessions.begin(settings.sessionSeconds)
    return reply
      .code(204)
      .header('set-cookie', cookieFor(request, token, settings.sessionSeconds))
      .send()
  })

  app.get('/session', async (request) => {
    const endsAt = sessions.endOf(readCookie(request.headers.cookie))
    return {
      endsAt: endsAt?.toISOString() ?? null,
      lastsSeconds: settings.sessionSeconds,
    } satisfies SessionFacts
  })

  app.delete('/session', async (request, reply) => {
    sessions.end(readCookie(request.headers.cookie) ?? '')
    return reply
      .code(204)
      .header('set-cookie', cookieFor(request, '', 0))
      .send()
  })

  function cookieFor(request: FastifyRequest, value: string, seconds: number): string {
    const { path } = reached(request, address)
    const isSecure = request.headers.origin?.startsWith('https:') ?? false
    return writeCookie(value, { path, seconds, isSecure })
  }
}

/** Throws unless the request is of somebody who has signed in. */
export function requireSession({ sessions }: Pick<StudioContext, 'sessions'>, request: FastifyRequest): void {
  if (sessions.endOf(readCookie(request.headers.cookie)) === null) throw signedOut()
}

/** Whether it is the secret key, or the platform's token for the server. One that a person was given by signing in is neither. */
async function isServiceKey(keys: KeyRing, presented: string): Promise<boolean> {
  const credential = await readCredential(keys, presented)
  if (credential.outcome !== 'accepted' || credential.role !== 'service_role') return false
  return credential.claims.sub === undefined && credential.claims.session_id === undefined
}

function keyOf(body: unknown): string {
  const { key } = objectIn(String(body ?? ''))
  if (typeof key !== 'string' || key.trim() === '') throw badRequest('The key is missing.')
  return key.trim()
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const parsed = parseJson(text)
    return isObject(parsed) ? parsed : {}
  } catch (error) {
    if (error instanceof JsonError) throw badRequest('The body is no JSON.')
    throw error
  }
}
