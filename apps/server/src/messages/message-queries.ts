import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'

/** When the next message is due, whether that is past or to come; null when none waits. */
export async function findNextAttempt(db: Kysely<Tables>): Promise<Date | null> {
  const row = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where('send_state', '<>', 'done')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_attempt_at ?? null
}
