import type { Kysely, Transaction } from 'kysely'
import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { PlatformTables } from '../../database/tables.ts'
import { uuidOf } from '../objects/save-object.ts'
import { bucketNotEmpty, bucketNotFound } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'
import type { BucketChanges, NewBucket } from './read-bucket.ts'

const columns = [
  'id',
  'name',
  'owner',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'created_at',
  'updated_at',
] as const

export const bucketSorts = ['id', 'name', 'created_at', 'updated_at'] as const

export type BucketList = {
  limit: number | null
  offset: number
  search: string | null
  sort: { column: (typeof bucketSorts)[number]; order: 'asc' | 'desc' }
}

export async function createBucket(
  trx: Transaction<PlatformTables>,
  bucket: NewBucket,
  ownerId: string | null,
): Promise<void> {
  await trx
    .insertInto('storage.buckets')
    .values({ ...bucket, owner_id: ownerId, owner: uuidOf(ownerId) })
    .execute()
}

/** Lists the caller's buckets. */
export async function listBuckets(
  trx: Transaction<PlatformTables>,
  { limit, offset, search, sort }: BucketList,
) {
  const rows = await trx
    .selectFrom('storage.buckets')
    .select([...columns, 'type'])
    .$if(search !== null, (query) => query.where('name', 'ilike', `%${escapePattern(search ?? '')}%`))
    .orderBy(sort.column, sort.order)
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .offset(offset)
    .execute()
  return rows.map(toBucketBody)
}

/**
 * Throws when there is no such bucket, or none that the caller may see. As upstream has it, only
 * lists tell the type and the owner.
 */
export async function getBucket(trx: Kysely<PlatformTables>, id: string) {
  const row = await trx.selectFrom('storage.buckets').select(columns).where('id', '=', id).executeTakeFirst()
  if (!row) throw bucketNotFound()
  return { ...toBucketBody(row), owner: '' }
}

export async function updateBucket(
  trx: Transaction<PlatformTables>,
  id: string,
  changes: BucketChanges,
): Promise<void> {
  const updated = await trx
    .updateTable('storage.buckets')
    .set({ ...changes, updated_at: new Date() })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw bucketNotFound()
}

/** Deletes an empty bucket. Whether it is empty is for the whole bucket to say, not for what the caller sees of it. */
export async function deleteBucket(
  { db }: StorageContext,
  identity: DatabaseIdentity,
  id: string,
): Promise<void> {
  const object = await db
    .selectFrom('storage.objects')
    .select('id')
    .where('bucket_id', '=', id)
    .executeTakeFirst()
  await actAs(db, identity, async (trx) => {
    await getBucket(trx, id)
    if (object) throw bucketNotEmpty()
    const deleted = await trx
      .deleteFrom('storage.buckets')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw bucketNotFound()
  })
}

/** Removes every object of a bucket that policies let the caller remove. */
export async function emptyBucket(
  { db, store }: StorageContext,
  identity: DatabaseIdentity,
  id: string,
): Promise<void> {
  const removed = await actAs(db, identity, async (trx) => {
    await getBucket(trx, id)
    return trx.deleteFrom('storage.objects').where('bucket_id', '=', id).returning('version').execute()
  })
  for (const { version } of removed) if (version) await store.remove(version)
}

function toBucketBody<Row extends { file_size_limit: number | string | null; owner: string | null }>(
  row: Row,
) {
  return {
    ...row,
    owner: row.owner ?? '',
    file_size_limit: row.file_size_limit === null ? null : Number(row.file_size_limit),
  }
}

/** Takes `%`, `_` and the backslash for themselves. */
function escapePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
