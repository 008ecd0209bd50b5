import type { Kysely } from 'kysely'
import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { PlatformTables } from '../../database/tables.ts'
import { objectNotFound } from '../storage-errors.ts'
import type { Place } from '../storage-request.ts'

/** Gives an object another name or bucket, as the caller. Its bytes stay where they are: they are not found by name. */
export async function moveObject(
  db: Kysely<PlatformTables>,
  identity: DatabaseIdentity,
  from: Place,
  to: Place,
): Promise<{ id: string }> {
  const moved = await actAs(db, identity, (trx) =>
    trx
      .updateTable('storage.objects')
      .set({ bucket_id: to.bucket, name: to.name, updated_at: new Date() })
      .where('bucket_id', '=', from.bucket)
      .where('name', '=', from.name)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!moved) throw objectNotFound()
  return moved
}
