import { type Selectable, sql } from 'kysely'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import type { JsonObject, UploadsTable } from '../../database/tables.ts'
import { ownerOf } from '../objects/save-object.ts'
import type { Place, StorageContext } from '../storage-request.ts'

/** An object that comes in parts. */
export type PartialUpload = {
  id: string
  kind: UploadsTable['kind']
  place: Place
  role: string
  ownerId: string | null
  overwrite: boolean
  /** How long the whole is going to be; null when nobody said. */
  length: number | null
  type: string
  cacheControl: string
  userMetadata: JsonObject | null
  isDone: boolean
  /** What the object's version is, or was to be. */
  version: string | null
  createdAt: Date
  expiresAt: Date
}

export type NewUpload = Pick<
  PartialUpload,
  'kind' | 'place' | 'overwrite' | 'length' | 'type' | 'cacheControl' | 'userMetadata'
>

/** Upstream's day for an upload to come to its end. */
const expiresAfterMs = 24 * 3_600_000

type Db = Pick<StorageContext, 'db'>

export async function createUpload(
  { db }: Db,
  identity: DatabaseIdentity,
  upload: NewUpload,
): Promise<PartialUpload> {
  const row = await db
    .insertInto('platform.uploads')
    .values({
      id: crypto.randomUUID(),
      kind: upload.kind,
      bucket_id: upload.place.bucket,
      name: upload.place.name,
      role: identity.role,
      owner_id: ownerOf(identity),
      overwrite: upload.overwrite,
      length: upload.length,
      type: upload.type,
      cache_control: upload.cacheControl,
      ...(upload.userMetadata === null ? {} : { user_metadata: JSON.stringify(upload.userMetadata) }),
      version: null,
      locked_by: null,
      locked_until: null,
      expires_at: new Date(Date.now() + expiresAfterMs),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toUpload(row)
}

/** An upload that is still there, whoever asks. */
export async function findUpload(
  { db }: Db,
  id: string,
  kind: PartialUpload['kind'],
): Promise<PartialUpload | null> {
  const row = await db
    .selectFrom('platform.uploads')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row ? toUpload(row) : null
}

/** Whether the caller may go on with an upload: whoever began it, and the server. */
export function isTheirs(upload: PartialUpload, identity: DatabaseIdentity): boolean {
  if (identity.role === 'service_role' && ownerOf(identity) === null) return true
  return upload.role === identity.role && upload.ownerId === ownerOf(identity)
}

/** Forgets an upload whose parts are gone. */
export async function forgetUpload({ db }: Db, id: string): Promise<void> {
  await db.deleteFrom('platform.uploads').where('id', '=', id).execute()
}

export function toUpload(row: Selectable<UploadsTable>): PartialUpload {
  return {
    id: row.id,
    kind: row.kind,
    place: { bucket: row.bucket_id, name: row.name },
    role: row.role,
    ownerId: row.owner_id,
    overwrite: row.overwrite,
    length: row.length === null ? null : Number(row.length),
    type: row.type,
    cacheControl: row.cache_control,
    userMetadata: row.user_metadata,
    isDone: row.is_done,
    version: row.version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
