import { createHash, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { withHints } from '../../database/hints.ts'
import type { Db, Trx } from '../../database/trx.ts'
import { signToken } from '../../keys/tokens.ts'
import type { AuthContext, Origin } from '../auth-context.ts'
import { lockCodes } from '../codes/one-time-tokens.ts'
import { type User, type UserRow, userBody } from '../users/user-body.ts'
import { accessClaims } from './access-claims.ts'
import type { AuthenticationMethod } from './authentication-method.ts'

export type SessionBody = {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  /** The provider's own token, returned once. */
  provider_token?: string
  provider_refresh_token?: string
  user: Record<string, unknown>
}

/** `notAfter` ends the session whatever its tokens say. */
type SignIn = {
  user: User
  method: AuthenticationMethod
  origin: Origin
  notAfter?: Date | null
  aal?: 'aal1' | 'aal2'
  isLast?: boolean
}

/**
 * Signs a user in: a new session with its first refresh token, in one statement. Its body is for
 * `openSession` to make, once the transaction is over; with `isLast` this very statement ends the
 * transaction.
 */
export async function startSession(
  context: AuthContext,
  trx: Trx,
  { user, method, origin, notAfter = null, aal = 'aal1', isLast = false }: SignIn,
): Promise<StartedSession> {
  const session = createSession()
  const endsAt = earliest(notAfter, timeboxEnd(context, user, session.startedAt))
  const signingIn = sql<UserRow>`
    select * from platform.start_session(${user.id}, ${session.id}, ${aal}, ${session.startedAt}, ${endsAt},
      ${origin.userAgent}, ${origin.ip}, ${crypto.randomUUID()}, ${method}, ${session.tokenHash})`
  const query = withHints(signingIn.compile(trx), { last: isLast, anyPlan: true })
  const { rows } = await trx.executeQuery<UserRow>(query)
  const { identities, factors } = user
  return startedSession(session, { user: { ...user, ...rows[0], identities, factors }, method, aal })
}

type NewSession = { id: string; startedAt: Date; refreshToken: string; tokenHash: string }

/** Makes the id, the start and the refresh token of a session that is not in the database yet. */
export function createSession(): NewSession {
  const refreshToken = newRefreshToken()
  const tokenHash = hashRefreshToken(refreshToken)
  return { id: crypto.randomUUID(), startedAt: new Date(), refreshToken, tokenHash }
}

/** Builds the started session from a stored one. */
export function startedSession(
  { id, startedAt, refreshToken }: NewSession,
  { user, method, aal }: { user: User; method: AuthenticationMethod; aal: string },
): StartedSession {
  return {
    user,
    sessionId: id,
    aal,
    amr: [{ method, timestamp: toUnixSeconds(startedAt) }],
    refreshToken,
  }
}

/** Runs what signs somebody in as one transaction, and answers with their session once it is over. */
export async function signInWithin(
  context: AuthContext,
  work: (trx: Trx) => Promise<StartedSession>,
): Promise<SessionBody> {
  return openSession(context, await context.db.transaction().execute(work))
}

/**
 * Returns when a session that began then ends in any case, by the settings and what its user is
 * now; null never.
 */
export function timeboxEnd({ settings }: AuthContext, user: User, startedAt: Date): Date | null {
  const { sessionTimebox, sessionTimeboxByRole } = settings.auth
  const role = user.raw_app_meta_data?.role
  const ofRole =
    typeof role === 'string' && Object.hasOwn(sessionTimeboxByRole, role) ? sessionTimeboxByRole[role] : 0
  const seconds = [sessionTimebox, ofRole ?? 0].filter((each) => each > 0)
  return seconds.length === 0 ? null : new Date(startedAt.getTime() + Math.min(...seconds) * 1000)
}

/** The settings that `timeboxEnd` goes by, for `platform.timebox_end` to do the same within a statement. */
export function timeboxSettings({ settings }: AuthContext): { timebox: number; byRole: string } {
  const { sessionTimebox, sessionTimeboxByRole } = settings.auth
  return { timebox: sessionTimebox, byRole: JSON.stringify(sessionTimeboxByRole) }
}

export function earliest(...instants: (Date | null)[]): Date | null {
  const known = instants.flatMap((instant) => (instant ? [instant.getTime()] : []))
  return known.length === 0 ? null : new Date(Math.min(...known))
}

/** Lists the session's authentication methods, newest first. */
export async function sessionMethods(
  trx: Trx,
  sessionId: string,
): Promise<{ method: string; timestamp: number }[]> {
  const claims = await trx
    .selectFrom('auth.mfa_amr_claims')
    .select(['authentication_method', 'created_at'])
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .execute()
  return claims.map((claim) => ({
    method: claim.authentication_method,
    timestamp: toUnixSeconds(claim.created_at),
  }))
}

/** A stored session before its tokens are sent. */
export type StartedSession = {
  user: User
  sessionId: string
  aal: string
  amr: { method: string; timestamp: number }[]
  refreshToken: string
}

/** Builds a client's session: a signed access token and the refresh token that gets the next one. */
export async function openSession(context: AuthContext, started: StartedSession): Promise<SessionBody> {
  const { keys, settings } = context
  const { user, sessionId, aal, amr, refreshToken } = started
  const issuedAt = toUnixSeconds(new Date())
  const expiresAt = issuedAt + settings.auth.jwtExp
  const issuer = settings.auth.jwtIssuer
  const claims = accessClaims({ issuer, user, sessionId, aal, amr, issuedAt, expiresAt })
  return {
    access_token: await signToken(keys, claims),
    token_type: 'bearer',
    expires_in: settings.auth.jwtExp,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userBody(user),
  }
}

type NewRefreshToken = { token: string; parent: string | null; userId: string; sessionId: string }

export function insertRefreshToken(trx: Trx, token: NewRefreshToken): Promise<unknown> {
  return trx.insertInto('auth.refresh_tokens').values(refreshTokenRow(token)).execute()
}

/** The stored row of a token, which has only its hash. */
function refreshTokenRow({ token, parent, userId, sessionId }: NewRefreshToken) {
  return {
    token: hashRefreshToken(token),
    parent: parent === null ? null : hashRefreshToken(parent),
    user_id: userId,
    session_id: sessionId,
    revoked: false,
    created_at: sql<Date>`clock_timestamp()`,
    updated_at: sql<Date>`clock_timestamp()`,
  }
}

/**
 * Locks all sessions of a user and returns their ids. The lock order is: codes, sessions, flows,
 * factors, the user.
 */
export async function lockSessions(db: Db, userId: string): Promise<string[]> {
  const held = await db
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return held.map(({ id }) => id)
}

/** Ends sessions of a user: all, all but one, or one. Their refresh tokens go with them. */
export async function endSessions(
  db: Db,
  userId: string,
  which: 'all' | { except: string } | { only: string },
): Promise<void> {
  let query = db.deleteFrom('auth.sessions').where('user_id', '=', userId)
  if (which !== 'all') {
    query = 'only' in which ? query.where('id', '=', which.only) : query.where('id', '!=', which.except)
  }
  await query.execute()
}

/**
 * Ends what a user's old password had a part in: sessions, all or all but one, and every code, link
 * and sign-in that is still on its way.
 */
export async function endSignIns(db: Db, userId: string, which: 'all' | { except: string }): Promise<void> {
  // Codes, then sessions, as a sign-in comes to them, or the two could wait for each other.
  await lockCodes(db, userId)
  await db.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
  await endSessions(db, userId, which)
  await db.deleteFrom('auth.flow_state').where('user_id', '=', userId).execute()
}

export function newRefreshToken(): string {
  return randomBytes(24).toString('base64url')
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The token that follows another. Derived, so that it can be handed out again although only its hash is kept. */
export function nextRefreshToken(pepper: KeyObject, token: string): string {
  return createHmac('sha256', pepper).update(`refresh ${token}`).digest('base64url').slice(0, 32)
}

function toUnixSeconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
