import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { JsonObject, ObjectMetadata } from '../../database/tables.ts'
import { objectNotFound, tooLarge } from '../storage-errors.ts'
import type { Place, StorageContext } from '../storage-request.ts'
import { type SavedObject, saveObject } from './save-object.ts'

/** Copies an object that the caller may read to a place where they may write, with its metadata. */
export async function copyObject(
  context: StorageContext,
  identity: DatabaseIdentity,
  from: Place,
  to: Place & { overwrite: boolean },
): Promise<SavedObject> {
  const { db, store } = context
  const source = await actAs(db, identity, (trx) =>
    trx
      .selectFrom('storage.objects')
      .select(['version', 'metadata', 'user_metadata'])
      .where('bucket_id', '=', from.bucket)
      .where('name', '=', from.name)
      .$castTo<{
        version: string | null
        metadata: ObjectMetadata | null
        user_metadata: JsonObject | null
      }>()
      .executeTakeFirst(),
  )
  const { version, metadata } = source ?? {}
  if (!source || !version || !metadata) throw objectNotFound()
  return saveObject(context, identity, to, {
    type: metadata.mimetype,
    overwrite: to.overwrite,
    write: async (key, mostBytes) => {
      if (metadata.size > mostBytes) throw tooLarge()
      await store.copy(version, key)
      return {
        metadata: { ...metadata, lastModified: new Date().toISOString() },
        userMetadata: source.user_metadata,
      }
    },
  })
}
