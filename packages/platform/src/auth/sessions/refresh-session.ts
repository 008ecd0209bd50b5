import { sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import type { AuthContext } from '../auth-context.ts'
import {
  type AuthError,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
  sessionExpired,
  userBanned,
} from '../auth-errors.ts'
import { isBanned } from '../users/user-body.ts'
import { findUser } from '../users/user-repository.ts'
import {
  earliest,
  hashRefreshToken,
  insertRefreshToken,
  nextRefreshToken,
  type SessionBody,
  sessionBody,
  sessionMethods,
  timeboxEnd,
} from './sessions.ts'

type TokenRow = {
  revoked: boolean
  revoked_just_now: boolean
  session_id: string
  session_over: boolean
  created_at: Date
  not_after: Date | null
  aal: string
  user_id: string
}

/**
 * Trades a refresh token for a new session body. A token works once; for a short while it may be shown again and
 * yields the same successor, since answers get lost. Later it counts as stolen and the whole session ends.
 */
export async function refreshSession(context: AuthContext, refreshToken: string): Promise<SessionBody> {
  const result = await context.db.transaction().execute((trx) => tradeToken(context, trx, refreshToken))
  // Thrown here and not inside, because the end of a stolen session has to be committed.
  if ('refusal' in result) throw result.refusal
  return result.body
}

async function tradeToken(
  context: AuthContext,
  trx: Trx,
  refreshToken: string,
): Promise<{ body: SessionBody } | { refusal: AuthError }> {
  const row = await lockToken(context, trx, refreshToken)
  if (!row) return { refusal: refreshTokenNotFound() }
  if (row.session_over) {
    await trx.deleteFrom('auth.sessions').where('id', '=', row.session_id).execute()
    return { refusal: sessionExpired() }
  }
  if (row.revoked && !row.revoked_just_now) {
    await trx.deleteFrom('auth.sessions').where('id', '=', row.session_id).execute()
    return { refusal: refreshTokenAlreadyUsed() }
  }
  const user = await findUser(trx, row.user_id)
  if (!user) return { refusal: refreshTokenNotFound() }
  if (isBanned(user, new Date())) return { refusal: userBanned() }

  // What a user is may have changed since the session began, and the settings too.
  const notAfter = earliest(row.not_after, timeboxEnd(context, user, row.created_at))
  if (notAfter && notAfter <= new Date()) {
    await trx.deleteFrom('auth.sessions').where('id', '=', row.session_id).execute()
    return { refusal: sessionExpired() }
  }
  const next = row.revoked
    ? await newestSuccessor(context, trx, refreshToken)
    : await rotate(context, trx, refreshToken, row)
  await sql`
    update auth.sessions set refreshed_at = now(), updated_at = now(), not_after = ${notAfter}::timestamptz
    where id = ${row.session_id}`.execute(trx)
  const amr = await sessionMethods(trx, row.session_id)
  const facts = { user, sessionId: row.session_id, aal: row.aal, amr, refreshToken: next }
  return { body: await sessionBody(context, facts) }
}

async function lockToken(
  { settings }: AuthContext,
  trx: Trx,
  refreshToken: string,
): Promise<TokenRow | undefined> {
  const idleSeconds = sql`${settings.auth.sessionInactivityTimeout}::float8`
  const { rows } = await sql<TokenRow>`
    select token.revoked, session.id as session_id, session.aal, session.user_id,
      token.updated_at > clock_timestamp() - make_interval(secs => ${settings.auth.refreshTokenReuseInterval})
        as revoked_just_now,
      session.created_at, session.not_after,
      coalesce(session.not_after < now(), false) or (${idleSeconds} > 0 and coalesce(
        session.refreshed_at at time zone 'UTC', session.created_at) < now() - make_interval(secs => ${idleSeconds})
      ) as session_over
    from auth.refresh_tokens token join auth.sessions session on session.id = token.session_id
    where token.token = ${hashRefreshToken(refreshToken)}
    for update of token`.execute(trx)
  return rows[0]
}

async function rotate(
  { keys, settings }: AuthContext,
  trx: Trx,
  refreshToken: string,
  row: TokenRow,
): Promise<string> {
  if (!settings.auth.refreshTokenRotation) return refreshToken
  const next = nextRefreshToken(keys.pepper, refreshToken)
  await trx
    .updateTable('auth.refresh_tokens')
    .set({ revoked: true, updated_at: sql<Date>`clock_timestamp()` })
    .where('token', '=', hashRefreshToken(refreshToken))
    .execute()
  await insertRefreshToken(trx, {
    token: next,
    parent: refreshToken,
    userId: row.user_id,
    sessionId: row.session_id,
  })
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
