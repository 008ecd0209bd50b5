import { sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import { StorageError, uploadAborted } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'

/** An upload without a heartbeat for this long is aborted. */
const abortedAfterInterval = '1 day'
const heartbeatMs = 3_600_000
const batch = 100

/** Records the key of an upload before its object exists. */
export async function trackUpload({ db }: Pick<StorageContext, 'db'>, version: string): Promise<void> {
  await db.insertInto('platform.unsaved_objects').values({ version }).execute()
}

/**
 * Runs an upload and sends a heartbeat every hour. @throws uploadAborted when the upload failed
 * because it was aborted.
 */
export async function withUploadHeartbeat<Result>(
  { db }: Pick<StorageContext, 'db'>,
  version: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const beat = () =>
    db
      .updateTable('platform.unsaved_objects')
      .set({ begun_at: sql<Date>`now()` })
      .where('version', '=', version)
      .execute()
  // A lost heartbeat is followed by others.
  const timer = setInterval(() => void beat().catch(() => {}), heartbeatMs).unref()
  try {
    return await work()
  } catch (error) {
    // The sender broke off, or the upload was refused.
    if (error instanceof StorageError) throw error
    // Without an answer the original error is thrown.
    throw (await isAborted({ db }, version).catch(() => false)) ? uploadAborted() : error
  } finally {
    clearInterval(timer)
  }
}

/** Returns true when the sweep has aborted an upload. A missing row counts as aborted. */
async function isAborted({ db }: Pick<StorageContext, 'db'>, version: string): Promise<boolean> {
  const found = await db
    .selectFrom('platform.unsaved_objects')
    .select('is_given_up')
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.is_given_up ?? true
}

/**
 * Locks an upload until the end of the transaction that creates its object. @throws uploadAborted.
 */
export async function claimUpload(trx: Trx, version: string): Promise<void> {
  const { rows } = await sql<{
    isHeld: boolean
  }>`select storage.hold_bytes(${version}::uuid) as "isHeld"`.execute(trx)
  if (!rows[0]?.isHeld) throw uploadAborted()
}

/** Deletes the record of an upload whose object is saved, or whose bytes are removed. */
export async function untrackUpload({ db }: Pick<StorageContext, 'db'>, version: string): Promise<void> {
  await db.deleteFrom('platform.unsaved_objects').where('version', '=', version).execute()
}

/**
 * Removes the bytes of uploads that never became an object. Returns how many keys were checked. It
 * is safe to repeat, also in several processes.
 */
export async function purgeOrphanObjects(context: Pick<StorageContext, 'db' | 'store'>): Promise<number> {
  for (let sum = 0; ; ) {
    const { rows } = await sql<{ version: string; isSaved: boolean }>`
      with old as (
        update platform.unsaved_objects set is_given_up = true
        where version in (
          select version from platform.unsaved_objects
          where begun_at < now() - ${abortedAfterInterval}::interval order by begun_at limit ${batch} for update skip locked
        )
        returning version
      )
      select version, version::text in (
        select version from storage.objects where version in (select version::text from old)
      ) as "isSaved"
      from old`.execute(context.db)
    for (const { version, isSaved } of rows) {
      if (!isSaved) await context.store.remove(version)
      await untrackUpload(context, version)
    }
    sum += rows.length
    if (rows.length < batch) return sum
  }
}
