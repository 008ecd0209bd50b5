import { type Kysely, sql } from 'kysely'
import type { PlatformTables } from '../../database/tables.ts'
import type { Place } from '../storage-request.ts'
import { isBucketName } from './object-name.ts'
import type { StoredObject } from './send-object.ts'

/** Finds an object without its bucket's policies. */
export function findObject(
  db: Kysely<PlatformTables>,
  { bucket, name }: Place,
): Promise<StoredObject | undefined> {
  return select(db).where('bucket_id', '=', bucket).where('name', '=', name).executeTakeFirst()
}

/** An object, if its bucket is open to everyone. */
export function findPublicObject(
  db: Kysely<PlatformTables>,
  { bucket, name }: Place,
): Promise<StoredObject | undefined> {
  return select(db)
    .innerJoin('storage.buckets as buckets', 'buckets.id', 'objects.bucket_id')
    .where('objects.bucket_id', '=', bucket)
    .where('objects.name', '=', name)
    .where('buckets.public', '=', true)
    .executeTakeFirst()
}

export async function isPublicBucket(db: Kysely<PlatformTables>, bucket: string): Promise<boolean> {
  if (!isBucketName(bucket)) return false
  const row = await db
    .selectFrom('storage.buckets')
    .select(sql<boolean>`public`.as('public'))
    .where('id', '=', bucket)
    .executeTakeFirst()
  return row?.public === true
}

function select(db: Kysely<PlatformTables>) {
  return db
    .selectFrom('storage.objects as objects')
    .select([
      'objects.id',
      'objects.bucket_id',
      'objects.name',
      'objects.version',
      'objects.metadata',
      'objects.user_metadata',
      'objects.created_at',
      'objects.updated_at',
    ])
    .$castTo<StoredObject>()
}
