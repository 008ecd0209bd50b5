import { type Kysely, sql, type Transaction } from 'kysely'
import { actAs, type DatabaseIdentity } from '../database/act-as.ts'
import type { JsonObject, ObjectMetadata, PlatformTables } from '../database/tables.ts'
import { bucketNotFound, invalidMimeType, tooLarge } from './storage-errors.ts'
import type { Place, StorageContext } from './storage-request.ts'

export type SavedObject = { id: string; key: string }

/** An object about to be saved, whose bytes `write` brings into the store under the key it is given. */
export type ObjectToSave = {
  metadata: ObjectMetadata
  /** Null leaves what an overwritten object has. */
  userMetadata: JsonObject | null
  overwrite: boolean
  write: (key: string) => Promise<void>
}

/**
 * Keeps an object as the caller, so that policies on storage.objects decide. The bytes are written first and under a
 * name of their own: a reader sees the old object or the new one, never a mixture.
 */
export async function saveObject(
  { db, store, settings }: StorageContext,
  identity: DatabaseIdentity,
  place: Place,
  object: ObjectToSave,
): Promise<SavedObject> {
  await checkLimits(db, place.bucket, object.metadata, settings.storage.fileSizeLimit)
  const version = crypto.randomUUID()
  try {
    await object.write(version)
    const { id, replaced } = await actAs(db, identity, (trx) =>
      saveRow(trx, identity, place, { ...object, version }),
    )
    if (replaced) await store.remove(replaced)
    return { id, key: `${place.bucket}/${place.name}` }
  } catch (error) {
    await store.remove(version)
    throw error
  }
}

/** Throws what saving an object there would throw, and saves nothing. */
export async function checkMaySave(
  { db }: StorageContext,
  identity: DatabaseIdentity,
  place: Place,
  overwrite: boolean,
): Promise<void> {
  const version = crypto.randomUUID()
  const undo = new Error('Nothing was to be saved.')
  await actAs(db, identity, async (trx) => {
    await saveRow(trx, identity, place, { metadata: null, userMetadata: null, overwrite, version })
    throw undo
  }).catch((error) => {
    if (error !== undo) throw error
  })
}

async function checkLimits(
  db: Kysely<PlatformTables>,
  bucket: string,
  { size, mimetype }: ObjectMetadata,
  fileSizeLimit: number,
): Promise<void> {
  const limits = await db
    .selectFrom('storage.buckets')
    .select(['file_size_limit', 'allowed_mime_types'])
    .where('id', '=', bucket)
    .executeTakeFirst()
  if (!limits) throw bucketNotFound()
  if (size > Math.min(fileSizeLimit, Number(limits.file_size_limit ?? fileSizeLimit))) throw tooLarge()
  const type = mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  const allowed = limits.allowed_mime_types
  const fits = (pattern: string) =>
    pattern === type || pattern === '*/*' || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
  if (allowed && allowed.length > 0 && !allowed.some(fits)) throw invalidMimeType(type)
}

type Row = Pick<ObjectToSave, 'userMetadata' | 'overwrite'> & {
  metadata: ObjectMetadata | null
  version: string
}

async function saveRow(
  trx: Transaction<PlatformTables>,
  identity: DatabaseIdentity,
  { bucket, name }: Place,
  { metadata, userMetadata, overwrite, version }: Row,
): Promise<{ id: string; replaced: string | null }> {
  const facts = {
    version,
    owner_id: ownerOf(identity),
    metadata: JSON.stringify(metadata),
    ...(userMetadata === null ? {} : { user_metadata: JSON.stringify(userMetadata) }),
  }
  const existing = overwrite ? await lockObject(trx, { bucket, name }) : undefined
  if (existing) {
    await trx
      .updateTable('storage.objects')
      .set({ ...facts, updated_at: sql<Date>`now()` })
      .where('id', '=', existing.id)
      .execute()
    return { id: existing.id, replaced: existing.version }
  }
  // No RETURNING and no ON CONFLICT: either takes the right to read, which whoever may only add does not have.
  const id = crypto.randomUUID()
  await trx
    .insertInto('storage.objects')
    .values({ id, bucket_id: bucket, name, ...facts })
    .execute()
  return { id, replaced: null }
}

function lockObject(trx: Transaction<PlatformTables>, { bucket, name }: Place) {
  return trx
    .selectFrom('storage.objects')
    .select(['id', 'version'])
    .where('bucket_id', '=', bucket)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

/** Whose an object becomes: the user of the caller's token, if there is one. */
export function ownerOf({ claims }: DatabaseIdentity): string | null {
  return typeof claims.sub === 'string' ? claims.sub : null
}
