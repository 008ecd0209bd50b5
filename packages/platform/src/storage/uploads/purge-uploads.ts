import { sql } from 'kysely'
import type { StorageContext } from '../storage-request.ts'
import { giveUp } from './finish-upload.ts'

const batch = 100

/**
 * Clears away uploads that have not come to their end in time, and what is left of those that have. Says how many. Safe to
 * run at any time, again, and in several processes.
 */
export async function purgeUploads(context: Pick<StorageContext, 'db' | 'store'>): Promise<number> {
  for (let sum = 0; ; ) {
    const { rows } = await sql<{ id: string; unused: string | null }>`
      select id, case when not exists (
        select from storage.objects where bucket_id = uploads.bucket_id and version = uploads.version::text
      ) and not is_done then version end as unused
      from platform.uploads
      where expires_at < now() and coalesce(locked_until < now(), true)
      order by expires_at limit ${batch}`.execute(context.db)
    for (const { id, unused } of rows) {
      if (unused) await context.store.remove(unused)
      await giveUp(context, id)
    }
    sum += rows.length
    if (rows.length < batch) return sum
  }
}
