import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { JsonObject, ObjectMetadata } from '../../database/tables.ts'
import { objectNotFound, tooLarge } from '../storage-errors.ts'
import type { Place, StorageContext } from '../storage-request.ts'
import { findObject } from './find-object.ts'
import { type SavedObject, saveObject } from './save-object.ts'
import type { StoredObject } from './send-object.ts'

export type CopyTarget = Place & {
  overwrite: boolean
  /** The copy's metadata: kept, none, or new. */
  userMetadata: 'kept' | 'none' | JsonObject
  facts: Partial<Pick<ObjectMetadata, 'mimetype' | 'cacheControl'>>
}

/** Copies an object that the caller may read to a place where they may write. */
export async function copyObject(
  context: StorageContext,
  identity: DatabaseIdentity,
  from: Place,
  to: CopyTarget,
): Promise<SavedObject & { row: CopiedRow }> {
  const { db, store } = context
  const source = await actAs(db, identity, (trx) => findObject(trx, from), { readOnly: true })
  const { version, metadata } = source ?? {}
  if (!source || !version || !metadata) throw objectNotFound()
  const userMetadata = userMetadataOf(to, source.user_metadata)
  const copied = { ...metadata, ...to.facts, lastModified: new Date().toISOString() }
  const saved = await saveObject(context, identity, to, {
    type: copied.mimetype,
    overwrite: to.overwrite,
    announced: { size: metadata.size, userMetadata },
    write: async (key, maxBytes) => {
      if (metadata.size > maxBytes) throw tooLarge()
      await store.copy(version, key)
      return { metadata: copied, userMetadata }
    },
  })
  const row = { id: saved.id, name: to.name, bucket_id: to.bucket, version: saved.version, metadata: copied }
  return { ...saved, row: { ...row, user_metadata: userMetadata } }
}

type CopiedRow = Pick<StoredObject, 'id' | 'name' | 'bucket_id' | 'version' | 'metadata' | 'user_metadata'>

function userMetadataOf(
  { userMetadata, overwrite }: CopyTarget,
  original: JsonObject | null,
): JsonObject | null {
  if (userMetadata === 'kept') return original
  // An overwritten object would keep its metadata, so it is cleared explicitly.
  if (userMetadata === 'none') return overwrite ? {} : null
  return userMetadata
}
