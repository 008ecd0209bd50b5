import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import { deleteOwnerMessages } from './owner-message-repository.ts'

const day = 24 * 60 * 60 * 1000
const heartbeatRetentionDays = 90

/** Records the queue's heartbeat, and deletes old counts and messages. */
export async function recordBeat(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .insertInto('job_beats')
    .values({ beat_at: now })
    .onConflict((conflict) => conflict.column('one').doUpdateSet({ beat_at: now }))
    .execute()
  await db
    .deleteFrom('server_errors')
    .where('minute', '<', new Date(now.getTime() - day))
    .execute()
  await deleteOwnerMessages(db, new Date(now.getTime() - heartbeatRetentionDays * day))
}
