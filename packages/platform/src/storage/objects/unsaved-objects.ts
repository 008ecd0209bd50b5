import { sql } from 'kysely'
import type { StorageContext } from '../storage-request.ts'

/** Longer than any upload takes that may still become an object. */
const givenUpAfter = '1 day'
const batch = 100

/** Writes down under which key bytes are going to lie, before there is a row of them. */
export async function noteUnsaved({ db }: Pick<StorageContext, 'db'>, version: string): Promise<void> {
  await db.insertInto('platform.unsaved_objects').values({ version }).execute()
}

/** Forgets a key whose object is saved, or whose bytes are gone. */
export async function forgetUnsaved({ db }: Pick<StorageContext, 'db'>, version: string): Promise<void> {
  await db.deleteFrom('platform.unsaved_objects').where('version', '=', version).execute()
}

/**
 * Clears away bytes that never became an object because the server ended on the way. Says how many keys were looked at. Safe to run
 * at any time, again, and in several processes.
 */
export async function purgeUnsaved(context: Pick<StorageContext, 'db' | 'store'>): Promise<number> {
  for (let sum = 0; ; ) {
    const { rows } = await sql<{ version: string; isSaved: boolean }>`
      with old as (
        select version from platform.unsaved_objects
        where begun_at < now() - ${givenUpAfter}::interval order by begun_at limit ${batch}
      )
      select version, version::text in (
        select version from storage.objects where version in (select version::text from old)
      ) as "isSaved"
      from old`.execute(context.db)
    for (const { version, isSaved } of rows) {
      if (!isSaved) await context.store.remove(version)
      await forgetUnsaved(context, version)
    }
    sum += rows.length
    if (rows.length < batch) return sum
  }
}
