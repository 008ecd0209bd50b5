import { type Selectable, sql } from 'kysely'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import type { JsonObject, UploadsTable } from '../../database/tables.ts'
import { addressGroup } from '../../limits/limit-addresses.ts'
import { ownerOf } from '../objects/save-object.ts'
import { tooManyUploads } from '../storage-errors.ts'
import { isOfServer, type Place, type StorageContext } from '../storage-request.ts'

/** An object that comes in parts. */
export type PartialUpload = {
  id: string
  kind: UploadsTable['kind']
  place: Place
  role: string
  ownerId: string | null
  /** By which signed link it began, as a digest. */
  link: string | null
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
  'kind' | 'place' | 'link' | 'overwrite' | 'length' | 'type' | 'cacheControl' | 'userMetadata'
> & {
  /** From where it is begun. */
  ip: string
}

/** Upstream's day for an upload to come to its end. */
const expiresAfterMs = 24 * 3_600_000

type Db = Pick<StorageContext, 'db'>

/** So many one caller may have in a bucket that have not come to their end. */
export const mostUnfinished = 100
/** So many, in a bucket, all those together who have no name and no link, and are told apart by their addresses alone. */
export const mostUnfinishedOfStrangers = 10_000

/**
 * Begins an upload; throws when the caller has too many under way, unless that is the server. Of callers without a name those of
 * one address count as one.
 */
export async function createUpload(
  { db }: Db,
  identity: DatabaseIdentity,
  upload: NewUpload,
): Promise<PartialUpload> {
  const owner = ownerOf(identity)
  const address = owner === null && upload.link === null ? addressGroup(upload.ip) : null
  if (!isServer({ identity, link: upload.link })) {
    const isOwn = sql<boolean>`address is not distinct from ${address}`
    const { own, all } = await db
      .selectFrom('platform.uploads')
      .select((eb) => [
        eb.fn.countAll<string>().filterWhere(isOwn).as('own'),
        eb.fn.countAll<string>().as('all'),
      ])
      .where('bucket_id', '=', upload.place.bucket)
      .where('role', '=', identity.role)
      .where('owner_id', 'is not distinct from', owner)
      .where('link', 'is not distinct from', upload.link)
      .where('is_done', '=', false)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow()
    if (Number(own) >= mostUnfinished) throw tooManyUploads(mostUnfinished)
    if (Number(all) >= mostUnfinishedOfStrangers) throw tooManyUploads(mostUnfinishedOfStrangers)
  }
  const row = await db
    .insertInto('platform.uploads')
    .values({
      id: crypto.randomUUID(),
      kind: upload.kind,
      bucket_id: upload.place.bucket,
      name: upload.place.name,
      role: identity.role,
      owner_id: owner,
      link: upload.link,
      address,
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

/** Who asks for an upload: an identity, by its own token or by a link whose digest is given. */
export type Claimant = { identity: DatabaseIdentity; link: string | null }

/** Whether the caller is the server itself, and not somebody it lent a link to. */
export function isServer({ identity, link }: Claimant): boolean {
  return isOfServer(identity) && link === null
}

/**
 * Whether the caller may go on with an upload: whoever began it, and the server. Nobody's is only known by its secret: the
 * link by which it began, or else its id.
 */
export function isTheirs(upload: PartialUpload, claimant: Claimant): boolean {
  if (isServer(claimant)) return true
  const owner = ownerOf(claimant.identity)
  if (upload.role !== claimant.identity.role || upload.ownerId !== owner) return false
  return owner !== null || upload.link === claimant.link
}

/** Lets nobody go on with an upload; what is left of it is cleared away sooner or later. */
export async function closeUpload({ db }: Db, id: string): Promise<void> {
  const now = sql<Date>`least(expires_at, now())`
  await db.updateTable('platform.uploads').set({ expires_at: now }).where('id', '=', id).execute()
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
    link: row.link,
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
