import { createHash } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { actAs, type DatabaseIdentity } from '../database/act-as.ts'
import type { ObjectMetadata, PlatformTables } from '../database/tables.ts'
import type { ObjectStore } from './object-store.ts'
import type { Upload } from './read-upload.ts'
import { bucketNotFound, invalidMimeType, tooLarge } from './storage-errors.ts'

type Target = { bucket: string; name: string }
export type SavedObject = { id: string; key: string }

/**
 * Keeps an upload as the caller, so that policies on storage.objects decide. The bytes are written first and under a
 * name of their own: a reader sees the old object or the new one, never a mixture.
 */
export async function saveObject(
  { db, store }: { db: Kysely<PlatformTables>; store: ObjectStore },
  identity: DatabaseIdentity,
  { bucket, name }: Target,
  upload: Upload & { overwrite: boolean },
): Promise<SavedObject> {
  await checkLimits(db, bucket, upload)
  const version = crypto.randomUUID()
  await store.write(version, upload.bytes)
  try {
    const { id, replaced } = await actAs(db, identity, (trx) =>
      saveRow(trx, identity, { bucket, name }, version, upload),
    )
    if (replaced) await store.remove(replaced)
    return { id, key: `${bucket}/${name}` }
  } catch (error) {
    await store.remove(version)
    throw error
  }
}

async function checkLimits(db: Kysely<PlatformTables>, bucket: string, upload: Upload): Promise<void> {
  const limits = await db
    .selectFrom('storage.buckets')
    .select(['file_size_limit', 'allowed_mime_types'])
    .where('id', '=', bucket)
    .executeTakeFirst()
  if (!limits) throw bucketNotFound()
  if (limits.file_size_limit !== null && upload.bytes.length > Number(limits.file_size_limit))
    throw tooLarge()
  const type = upload.type.split(';')[0]?.trim().toLowerCase() ?? ''
  const allowed = limits.allowed_mime_types
  const fits = (pattern: string) =>
    pattern === type || pattern === '*/*' || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
  if (allowed && allowed.length > 0 && !allowed.some(fits)) throw invalidMimeType(type)
}

async function saveRow(
  trx: Transaction<PlatformTables>,
  identity: DatabaseIdentity,
  { bucket, name }: Target,
  version: string,
  upload: Upload & { overwrite: boolean },
): Promise<{ id: string; replaced: string | null }> {
  const owner = typeof identity.claims.sub === 'string' ? identity.claims.sub : null
  const existing = upload.overwrite ? await lockObject(trx, { bucket, name }) : undefined
  const facts = {
    version,
    owner_id: owner,
    metadata: JSON.stringify(metadataOf(upload)),
    user_metadata: upload.metadata === null ? undefined : JSON.stringify(upload.metadata),
  }
  if (existing) {
    await trx
      .updateTable('storage.objects')
      .set({ ...withoutUndefined(facts), updated_at: sql<Date>`now()` })
      .where('id', '=', existing.id)
      .execute()
    return { id: existing.id, replaced: existing.version }
  }
  // No RETURNING and no ON CONFLICT: either takes the right to read, which whoever may only add does not have.
  const id = crypto.randomUUID()
  await trx
    .insertInto('storage.objects')
    .values({ id, bucket_id: bucket, name, ...withoutUndefined(facts) })
    .execute()
  return { id, replaced: null }
}

function lockObject(trx: Transaction<PlatformTables>, { bucket, name }: Target) {
  return trx
    .selectFrom('storage.objects')
    .select(['id', 'version'])
    .where('bucket_id', '=', bucket)
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
}

function metadataOf({ bytes, type, cacheControl }: Upload): ObjectMetadata {
  return {
    eTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    size: bytes.length,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  }
}

function withoutUndefined<Row extends { user_metadata: string | undefined }>({ user_metadata, ...row }: Row) {
  return user_metadata === undefined ? row : { ...row, user_metadata }
}
