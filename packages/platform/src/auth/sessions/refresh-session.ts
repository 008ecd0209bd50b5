import { sql } from 'kysely'
import { runPrepared, runPreparedText, withHints } from '../../database/hints.ts'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import {
  AuthError,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionExpired,
  userBanned,
} from '../auth-errors.ts'
import { isBanned, type User, type UserRow } from '../users/user-body.ts'
import { toUser, type UserParts, userParts } from '../users/user-parts.ts'
import {
  earliest,
  hashRefreshToken,
  nextRefreshToken,
  openSession,
  type SessionBody,
  type StartedSession,
  timeboxEnd,
  timeboxSettings,
} from './sessions.ts'

/** The way a session was proven so far, as JSON within another statement, the newest first. */
type SessionMethods = { method: string; at: number }[]

/**
 * Exchanges a refresh token for a new session body. A token works once; a short repetition returns
 * the same successor, because answers get lost. Any other reuse ends the session.
 */
export async function refreshSession(context: AuthContext, refreshToken: string): Promise<SessionBody> {
  const traded = await tradeUnusedToken(context, refreshToken)
  if (traded) return openSession(context, traded)
  const result = await context.db
    .transaction()
    .execute((trx) => tradeRefreshToken(context, trx, refreshToken))
  // Thrown here and not inside, because the end of a stolen session has to be committed.
  if (result instanceof AuthError) throw result
  return openSession(context, result)
}

type TradedTokenRow = { session_id: string | null; session_aal: string; methods: SessionMethods }

const tradeTokenSql = `
  select traded.session_id, traded.aal as session_aal, traded.methods, (traded.who).*, traded.identities, traded.factors
  from platform.trade_refresh_token($1, $2, $3, $4, $5, $6) as traded`

/**
 * Exchanges an unused token of a valid session in one statement. Returns null otherwise, and for
 * the second of two concurrent requests.
 */
async function tradeUnusedToken(context: AuthContext, refreshToken: string): Promise<StartedSession | null> {
  const { keys, settings, db } = context
  const { refreshTokenRotation, sessionInactivityTimeout } = settings.auth
  const next = refreshTokenRotation ? nextRefreshToken(keys.pepper, refreshToken) : refreshToken
  const { timebox, byRole } = timeboxSettings(context)
  const [row] = await runPreparedText<TradedTokenRow & UserRow & UserParts>(db, tradeTokenSql, [
    ...[hashRefreshToken(refreshToken), hashRefreshToken(next)],
    ...[refreshTokenRotation, sessionInactivityTimeout, timebox, byRole],
  ])
  if (!row || row.session_id === null) return null
  const { session_id, session_aal, methods, ...user } = row
  const of = { user: toUser(user), sessionId: session_id, aal: session_aal, methods }
  return toRefreshedSession(of, next)
}

/** A session that goes on by another token. */
function toRefreshedSession(
  {
    user,
    sessionId,
    aal,
    methods,
  }: Pick<StartedSession, 'user' | 'sessionId' | 'aal'> & { methods: SessionMethods },
  refreshToken: string,
): StartedSession {
  return {
    user,
    sessionId,
    aal,
    amr: methods.map(({ method, at }) => ({ method, timestamp: at })),
    refreshToken,
  }
}

async function tradeRefreshToken(
  context: AuthContext,
  trx: Trx,
  refreshToken: string,
): Promise<StartedSession | AuthError> {
  await lockSessionOfToken(trx, refreshToken)
  const row = await lockToken(context, trx, refreshToken)
  if (!row) return refreshTokenNotFound()
  const { token, user } = row
  if (token.session_over) return endSession(trx, token.session_id, sessionExpired())
  if (token.revoked && !token.revoked_just_now && !token.successor_unused) {
    return endSession(trx, token.session_id, refreshTokenAlreadyUsed())
  }
  if (isBanned(user, new Date())) return userBanned()

  // The user and the settings may have changed.
  const notAfter = earliest(token.session_ends_at, timeboxEnd(context, user, token.session_began_at))
  if (notAfter && notAfter <= new Date()) return endSession(trx, token.session_id, sessionExpired())

  const next = token.revoked ? await newestSuccessor(context, trx, refreshToken) : null
  const traded = await saveRefresh(context, trx, { refreshToken, next, token, notAfter })
  const of = { user, sessionId: token.session_id, aal: token.aal, methods: token.methods }
  return toRefreshedSession(of, traded)
}

async function endSession(trx: Trx, sessionId: string, refusal: AuthError): Promise<AuthError> {
  await trx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
  return refusal
}

/** Holds the session of a token, as whoever ends one holds it before its tokens go with it. */
async function lockSessionOfToken(trx: Trx, refreshToken: string): Promise<void> {
  const held = trx
    .selectFrom('auth.sessions')
    .select('id')
    .where('id', '=', (db) =>
      db
        .selectFrom('auth.refresh_tokens')
        .select('session_id')
        .where('token', '=', hashRefreshToken(refreshToken)),
    )
    .forUpdate()
  await runPrepared(trx, held)
}

type LockedToken = {
  revoked: boolean
  revoked_just_now: boolean
  successor_unused: boolean
  session_id: string
  session_over: boolean
  session_began_at: Date
  session_ends_at: Date | null
  aal: string
  methods: SessionMethods
}

/** Holds the token, whose session is held, and reads with it all that its trade goes by: the session and its proofs, and the user. */
async function lockToken(
  { settings }: AuthContext,
  trx: Trx,
  refreshToken: string,
): Promise<{ token: LockedToken; user: User } | undefined> {
  const { refreshTokenReuseInterval, sessionInactivityTimeout } = settings.auth
  const idleSeconds = sql`${sessionInactivityTimeout}::float8`
  const locking = trx
    .selectFrom('auth.refresh_tokens as token')
    .innerJoin('auth.sessions as session', 'session.id', 'token.session_id')
    .innerJoin('auth.users as users', 'users.id', 'session.user_id')
    .selectAll('users')
    .select(userParts)
    .select([
      'token.revoked',
      'session.id as session_id',
      'session.aal',
      'session.not_after as session_ends_at',
      sql<Date>`session.created_at`.as('session_began_at'),
      sql<boolean>`token.updated_at > clock_timestamp() - make_interval(secs => ${refreshTokenReuseInterval})`.as(
        'revoked_just_now',
      ),
      sql<boolean>`exists (select from auth.refresh_tokens as next
        where next.session_id = session.id and next.parent = token.token and next.revoked is not true)`.as(
        'successor_unused',
      ),
      sql<boolean>`coalesce(session.not_after < now(), false) or (${idleSeconds} > 0 and coalesce(
        session.refreshed_at at time zone 'UTC', session.created_at) < now() - make_interval(secs => ${idleSeconds}))`.as(
        'session_over',
      ),
      sql<SessionMethods>`(
        select coalesce(json_agg(json_build_object('method', proof.authentication_method,
          'at', floor(extract(epoch from proof.created_at))::bigint) order by proof.created_at desc), '[]')
        from auth.mfa_amr_claims as proof where proof.session_id = session.id)`.as('methods'),
    ])
    .where('token.token', '=', hashRefreshToken(refreshToken))
    .forUpdate('token')
  const [row] = await runPrepared(trx, locking)
  if (!row) return undefined
  const {
    revoked,
    revoked_just_now,
    successor_unused,
    session_id,
    session_over,
    session_began_at,
    session_ends_at,
    aal,
    methods,
    ...user
  } = row
  return {
    token: {
      revoked,
      revoked_just_now,
      successor_unused,
      session_id,
      session_over,
      session_began_at,
      session_ends_at,
      aal: aal ?? 'aal1',
      methods,
    },
    user: toUser(user),
  }
}

/** Writes the trade in one statement, which ends the transaction, and answers with the token that works from now on. */
async function saveRefresh(
  { keys, settings }: AuthContext,
  trx: Trx,
  trade: { refreshToken: string; next: string | null; token: LockedToken; notAfter: Date | null },
): Promise<string> {
  const { refreshToken, token, notAfter } = trade
  const isRotated = trade.next === null && settings.auth.refreshTokenRotation
  const next = trade.next ?? (isRotated ? nextRefreshToken(keys.pepper, refreshToken) : refreshToken)
  const touched = sql`
    update auth.sessions set refreshed_at = now(), updated_at = now(), not_after = ${notAfter}::timestamptz
    where id = ${token.session_id}`
  const saving = isRotated
    ? sql`
      with used as (
        update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
        where token = ${hashRefreshToken(refreshToken)}
      ), fresh as (
        insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
        select ${hashRefreshToken(next)}, token, user_id, session_id, false, clock_timestamp(), clock_timestamp()
        from auth.refresh_tokens where token = ${hashRefreshToken(refreshToken)}
      )
      ${touched}`
    : touched
  await trx.executeQuery(withHints(saving.compile(trx), { last: true, anyPlan: true }))
  return next
}

/** Follows the chain from a used token to the one that still works. */
async function newestSuccessor({ keys }: AuthContext, trx: Trx, refreshToken: string): Promise<string> {
  let token = refreshToken
  for (;;) {
    const next = nextRefreshToken(keys.pepper, token)
    const row = await trx
      .selectFrom('auth.refresh_tokens')
      .select('revoked')
      .where('token', '=', hashRefreshToken(next))
      .executeTakeFirst()
    if (!row) return token
    token = next
    if (!row.revoked) return token
  }
}
