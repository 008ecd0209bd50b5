import { sql } from 'kysely'
import { toStorageError } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'
import { giveUp } from './finish-upload.ts'
import { isLocked, workAlone } from './work-alone.ts'

const batch = 100

/**
 * Clears away uploads that have not come to their end in time, and what is left of those that have. Says how many were looked
 * at. Safe to run at any time, again, and in several processes.
 */
export async function purgeUploads(context: Pick<StorageContext, 'db' | 'store'>): Promise<number> {
  for (let sum = 0; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from platform.uploads
      where expires_at < now() and coalesce(locked_until < now(), true)
      order by expires_at limit ${batch}`.execute(context.db)
    for (const { id } of rows) await giveUpAlone(context, id)
    sum += rows.length
    if (rows.length < batch) return sum
  }
}

/** Whoever stood still at work on it finds that it is theirs no more; who has just gone on with it keeps it. */
async function giveUpAlone(context: Pick<StorageContext, 'db' | 'store'>, id: string): Promise<void> {
  await workAlone(context, id, (worker) => giveUp(context, id, worker)).catch((error: unknown) => {
    if (!isLocked(toStorageError(error))) throw error
  })
}
