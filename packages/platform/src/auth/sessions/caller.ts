import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import type { SessionsTable } from '../../database/tables.ts'
import { bearerOf, type Claims, readCredential } from '../../keys/tokens.ts'
import type { AuthContext } from '../auth-context.ts'
import {
  anonymousNotAllowed,
  badJwt,
  noAuthorization,
  notAdmin,
  sessionNotFound,
  userBanned,
  userOfTokenNotFound,
} from '../auth-errors.ts'
import { isUuid } from '../params.ts'
import { isBanned, type User } from '../users/user-body.ts'
import { findUser } from '../users/user-repository.ts'

type Session = Selectable<SessionsTable>

/** The session is null for tokens without a sign-in. */
export type SignedInUser = { user: User; session: Session | null }

/** The user whose token a request bears. Throws when there is none, or their session has ended. */
export async function requireUser(context: AuthContext, request: FastifyRequest): Promise<SignedInUser> {
  const claims = await bearerClaims(context, bearerOf(request.headers.authorization))
  if (!claims.sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw badJwt('invalid claim: sub claim must be a UUID')
  const user = await findUser(context.db, claims.sub)
  if (!user) throw userOfTokenNotFound()
  if (isBanned(user, new Date())) throw userBanned(403)
  if (typeof claims.session_id !== 'string' || claims.session_id === '') return { user, session: null }
  const session = await findSession(context, user.id, claims.session_id)
  if (!session) throw sessionNotFound()
  return { user, session }
}

/** Requires a user with an address, and throws for anonymous ones. */
export async function requireKnownUser(context: AuthContext, request: FastifyRequest): Promise<SignedInUser> {
  const caller = await requireUser(context, request)
  if (caller.user.is_anonymous) throw anonymousNotAllowed()
  return caller
}

/** Throws unless the request carries an administrator's token or the secret key. */
export async function requireAdmin({ keys, settings }: AuthContext, request: FastifyRequest): Promise<void> {
  const apikey = request.headers.apikey
  // A new API key may be in `apikey`; a token must be the bearer.
  const ownKey = typeof apikey === 'string' && apikey.startsWith('sb_') ? apikey : null
  const presented = bearerOf(request.headers.authorization) ?? ownKey
  if (presented === null) throw noAuthorization()
  const credential = await readCredential(keys, presented)
  if (credential.outcome !== 'accepted') throw badJwt(rejectionReason(credential))
  if (!settings.auth.adminRoles.includes(credential.role)) throw notAdmin()
}

async function bearerClaims({ keys }: AuthContext, bearer: string | null): Promise<Claims> {
  if (bearer === null) throw noAuthorization()
  const credential = await readCredential(keys, bearer)
  if (credential.outcome !== 'accepted') throw badJwt(rejectionReason(credential))
  // A key says which project calls, not who: clients without a session send it as their bearer.
  if (credential.kind === 'key') throw noAuthorization()
  return credential.claims
}

function rejectionReason(refused: { outcome: string; reason?: string }): string {
  const why =
    refused.outcome === 'expired'
      ? 'token has invalid claims: token is expired'
      : (reasonTexts[refused.reason ?? ''] ?? 'token is unverifiable')
  return `invalid JWT: unable to parse or verify signature, ${why}`
}

const reasonTexts: Readonly<Record<string, string>> = {
  ERR_JWS_INVALID: 'token is malformed: token contains an invalid number of segments',
  ERR_JWT_INVALID: 'token is malformed: could not JSON decode claim',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'token signature is invalid: signature is invalid',
  ERR_JWT_CLAIM_VALIDATION_FAILED: 'token has invalid claims',
}

async function findSession(
  { db }: AuthContext,
  userId: string,
  sessionId: string,
): Promise<Session | undefined> {
  if (!isUuid(sessionId)) return undefined
  return db
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where((where) => where.or([where('not_after', 'is', null), where('not_after', '>', new Date())]))
    .executeTakeFirst()
}
