import { type Kysely, sql } from 'kysely'
import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { PlatformTables } from '../../database/tables.ts'
import type { ObjectStore } from '../stores/object-store.ts'

/**
 * Removes the objects that policies allow, and returns their rows; others are skipped. Rows are
 * deleted first, because a row without bytes would be visible.
 */
export async function removeObjects(
  { db, store }: { db: Kysely<PlatformTables>; store: ObjectStore },
  identity: DatabaseIdentity,
  bucket: string,
  names: readonly string[],
) {
  if (names.length === 0) return []
  const removed = await actAs(db, identity, (trx) =>
    trx
      .deleteFrom('storage.objects')
      .where('bucket_id', '=', bucket)
      .where(sql<boolean>`name = any(${[...new Set(names)]}::text[])`)
      .returningAll()
      .execute(),
  )
  await Promise.all(removed.map(({ version }) => version && store.remove(version)))
  return removed
}
