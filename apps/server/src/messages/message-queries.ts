import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { findPause } from './message-channel.ts'

/**
 * Returns when the next message may go out, whether that is past or to come; null when none waits.
 */
export async function findNextAttempt(db: Kysely<Tables>, now: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('messages')
    .select('next_attempt_at')
    .where('send_state', '<>', 'done')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  if (!row?.next_attempt_at) return null
  const pausedUntil = await findPause(db, now)
  return pausedUntil && pausedUntil > row.next_attempt_at ? pausedUntil : row.next_attempt_at
}
