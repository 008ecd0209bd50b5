import type { FastifyRequest } from 'fastify'
import { bearerOf, type Claims, readCredential } from '../keys/tokens.ts'
import type { AuthContext } from './auth-context.ts'
import { badJwt, noAuthorization, notAdmin, sessionNotFound, userOfTokenNotFound } from './auth-errors.ts'
import { isUuid } from './params.ts'
import type { User } from './user-body.ts'
import { findUser } from './user-repository.ts'

const adminRoles: readonly string[] = ['service_role', 'supabase_admin']

export type SignedInUser = { user: User; sessionId: string | null }

/** The user whose token a request bears. Throws when there is none, or their session has ended. */
export async function requireUser(context: AuthContext, request: FastifyRequest): Promise<SignedInUser> {
  const claims = await bearerClaims(context, bearerOf(request.headers.authorization))
  if (!claims.sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw badJwt('invalid claim: sub claim must be a UUID')
  const user = await findUser(context.db, claims.sub)
  if (!user) throw userOfTokenNotFound()
  const sessionId = typeof claims.session_id === 'string' ? claims.session_id : null
  if (sessionId !== null && !(await sessionExists(context, user.id, sessionId))) throw sessionNotFound()
  return { user, sessionId }
}

/** Throws unless the request carries an administrator's token or the secret key. */
export async function requireAdmin({ keys }: AuthContext, request: FastifyRequest): Promise<void> {
  const apikey = request.headers.apikey
  const presented = bearerOf(request.headers.authorization) ?? (typeof apikey === 'string' ? apikey : null)
  if (presented === null) throw noAuthorization()
  const credential = await readCredential(keys, presented)
  if (credential.outcome !== 'accepted') throw badJwt(reasonOf(credential))
  if (!adminRoles.includes(credential.role)) throw notAdmin()
}

async function bearerClaims({ keys }: AuthContext, bearer: string | null): Promise<Claims> {
  if (bearer === null) throw noAuthorization()
  const credential = await readCredential(keys, bearer)
  if (credential.outcome !== 'accepted') throw badJwt(reasonOf(credential))
  // A key says which project calls, not who: clients without a session send it as their bearer.
  if (credential.kind === 'key') throw noAuthorization()
  return credential.claims
}

function reasonOf(refused: { outcome: string; reason?: string }): string {
  const why = refused.outcome === 'expired' ? 'token is expired' : (refused.reason ?? 'unknown key')
  return `invalid JWT: unable to parse or verify signature, ${why}`
}

async function sessionExists({ db }: AuthContext, userId: string, sessionId: string): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const session = await db
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return session !== undefined
}
