import { type Kysely, sql } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** Whether a session goes on, has shown a second factor, and is of somebody who is an administrator now. */
export async function isAdministratorSession(db: Kysely<Tables>, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('auth.sessions')
    .innerJoin('auth.users', 'auth.users.id', 'auth.sessions.user_id')
    .select('auth.sessions.id')
    .where('auth.sessions.id', '=', sessionId)
    .where('auth.sessions.aal', '=', 'aal2')
    .where((where) => where.or([where('not_after', 'is', null), where('not_after', '>', sql<Date>`now()`)]))
    .where(sql<boolean>`auth.users.raw_app_meta_data ->> 'role' = 'admin'`)
    .executeTakeFirst()
  return session !== undefined
}
