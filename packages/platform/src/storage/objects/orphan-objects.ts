import { sql } from 'kysely'
import type { Trx } from '../../database/trx.ts'
import { StorageError, uploadAborted } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'

/** How long bytes may lie there without a sign that they are still coming. */
const abortedAfter = '1 day'
const signEveryMs = 3_600_000
const batch = 100

/** Writes down under which key bytes are going to lie, before there is a row of them. */
export async function trackUpload({ db }: Pick<StorageContext, 'db'>, version: string): Promise<void> {
  await db.insertInto('platform.unsaved_objects').values({ version }).execute()
}

/** Says every hour, for as long as the work goes on, that bytes are still coming. Throws that they were given up where that is why it fails. */
export async function withUploadHeartbeat<Result>(
  { db }: Pick<StorageContext, 'db'>,
  version: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const say = () =>
    db
      .updateTable('platform.unsaved_objects')
      .set({ begun_at: sql<Date>`now()` })
      .where('version', '=', version)
      .execute()
  // A sign that is lost is followed by others.
  const timer = setInterval(() => void say().catch(() => {}), signEveryMs).unref()
  try {
    return await work()
  } catch (error) {
    // Whoever sent them broke off, or sent what is refused.
    if (error instanceof StorageError) throw error
    // Where that cannot be found out, why the work failed is what there is to tell.
    throw (await isAborted({ db }, version).catch(() => false)) ? uploadAborted() : error
  } finally {
    clearInterval(timer)
  }
}

/** Asked of a key that was written down and has no object: a row that is gone was given up, as nothing but the sweep takes it out. */
async function isAborted({ db }: Pick<StorageContext, 'db'>, version: string): Promise<boolean> {
  const found = await db
    .selectFrom('platform.unsaved_objects')
    .select('is_given_up')
    .where('version', '=', version)
    .executeTakeFirst()
  return found?.is_given_up ?? true
}

/** Keeps bytes from being given up until the end of the transaction that makes an object of them. Throws when they were. */
export async function claimUpload(trx: Trx, version: string): Promise<void> {
  const { rows } = await sql<{
    isHeld: boolean
  }>`select storage.hold_bytes(${version}::uuid) as "isHeld"`.execute(trx)
  if (!rows[0]?.isHeld) throw uploadAborted()
}

/** Forgets a key whose object is saved, or whose bytes are gone. */
export async function untrackUpload({ db }: Pick<StorageContext, 'db'>, version: string): Promise<void> {
  await db.deleteFrom('platform.unsaved_objects').where('version', '=', version).execute()
}

/**
 * Clears away bytes that never became an object because the server ended on the way. Says how many keys were looked at. Safe to run
 * at any time, again, and in several processes.
 */
export async function purgeOrphanObjects(context: Pick<StorageContext, 'db' | 'store'>): Promise<number> {
  for (let sum = 0; ; ) {
    const { rows } = await sql<{ version: string; isSaved: boolean }>`
      with old as (
        update platform.unsaved_objects set is_given_up = true
        where version in (
          select version from platform.unsaved_objects
          where begun_at < now() - ${abortedAfter}::interval order by begun_at limit ${batch} for update skip locked
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
