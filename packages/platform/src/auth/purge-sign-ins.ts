import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../database/trx.ts'
import type { ResolvedSettings } from '../settings.ts'
import { isAbandonedFlow } from './flow-state.ts'
import type { OptionalSignIn } from './optional-sign-in.ts'

/** The numbers of deleted rows. */
export type PurgedSignIns = {
  refreshTokens: number
  sessions: number
  codes: number
  flows: number
  challenges: number
}

/** The number of rows in a transaction. */
const batch = 1_000

/** A used token that is shown again ends its session, for it was stolen by somebody: so long that is found out. */
const revokedDays = 30
/** Longer than any code is valid. */
const codeDays = 7

/**
 * Deletes expired sign-in data. A user's last session stays as the time of the last visit. Safe to
 * run concurrently.
 */
export async function purgeSignIns(
  db: Db,
  { auth }: Pick<ResolvedSettings, 'auth'>,
  optional: readonly OptionalSignIn[],
): Promise<PurgedSignIns> {
  const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::integer)`
  const idle = sql`make_interval(secs => ${auth.sessionInactivityTimeout}::float8)`
  const purge = (table: string, old: RawBuilder<unknown>) => inBatches(db, table, old)
  let challenges = 0
  for (const { leftovers } of optional) {
    for (const [table, old] of Object.entries(leftovers ?? {})) challenges += await purge(table, old)
  }
  return {
    refreshTokens: await purge('auth.refresh_tokens', sql`revoked and updated_at < ${daysAgo(revokedDays)}`),
    sessions: await purge(
      'auth.sessions',
      sql`(not_after < ${daysAgo(1)} or (${auth.sessionInactivityTimeout > 0}::boolean
          and coalesce(refreshed_at at time zone 'UTC', created_at) < ${daysAgo(1)} - ${idle}))
        and exists (
          select from auth.sessions as later
          where later.user_id = sessions.user_id and later.created_at > sessions.created_at)`,
    ),
    codes: await purge('auth.one_time_tokens', sql`created_at < ${daysAgo(codeDays)}`),
    flows: await purge('auth.flow_state', isAbandonedFlow),
    challenges:
      challenges +
      (await purge('auth.mfa_challenges', sql`created_at < ${daysAgo(1)}`)) +
      (await purge('auth.webauthn_challenges', sql`expires_at < ${daysAgo(1)}`)),
  }
}

async function inBatches(db: Db, table: string, old: RawBuilder<unknown>): Promise<number> {
  for (let sum = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where id in (
        select id from ${sql.table(table)} where ${old} limit ${batch} for update skip locked)`.execute(db)
    sum += Number(numAffectedRows)
    if (numAffectedRows < batch) return sum
  }
}
