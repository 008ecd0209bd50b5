import type { AccountSession } from '@app/contracts/account-sessions'
import { deviceOf } from '@app/domain/auth/device'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { endSignIns } from './end-sign-ins.ts'
import { lockSignIns } from './lock-sign-ins.ts'

/** Limits the list to the newest 100. */
const maxSessions = 100

type Row = { id: string; user_agent: string | null; created_at: Date; used_at: Date }

/** Returns the sessions of a user that go on, the current one first and then those used last. */
export async function listOwnSessions(
  db: Kysely<Tables>,
  { userId, currentId, idleSeconds }: { userId: string; currentId: string; idleSeconds: number },
): Promise<AccountSession[]> {
  const { rows } = await sql<Row>`
    select id, user_agent, created_at, used_at
    from (
      select id, user_agent, created_at, not_after,
        coalesce(refreshed_at at time zone 'UTC', created_at) as used_at
      from auth.sessions where user_id = ${userId}::uuid
    ) as session
    where coalesce(not_after > now(), true) and used_at > now() - make_interval(secs => ${idleSeconds}::float8)
    order by id = ${currentId}::uuid desc, used_at desc, id
    limit ${maxSessions}`.execute(db)
  return rows.map(({ id, user_agent, created_at, used_at }) => ({
    id,
    device: deviceOf(user_agent),
    signedInAt: new Date(created_at).toISOString(),
    lastUsedAt: new Date(used_at).toISOString(),
    isCurrent: id === currentId,
  }))
}

/**
 * Ends one session of a user, or all but one with the codes and sign-ins that would begin another.
 * A token of an ended session opens nothing from then on.
 */
export function endOwnSessions(
  db: Kysely<Tables>,
  userId: string,
  which: { only: string } | { except: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if ('except' in which) return endSignIns(trx, userId, which)
    await lockSignIns(trx, userId)
    await trx.deleteFrom('auth.sessions').where('user_id', '=', userId).where('id', '=', which.only).execute()
  })
}
