import { sql, type Transaction } from 'kysely'
import { actAs, type DatabaseIdentity } from '../../database/act-as.ts'
import type { JsonObject, ObjectMetadata, PlatformTables } from '../../database/tables.ts'
import { bucketNotFound, invalidMimeType } from '../storage-errors.ts'
import type { Place, StorageContext } from '../storage-request.ts'
import { claimUpload, trackUpload, untrackUpload, withUploadHeartbeat } from './orphan-objects.ts'
import type { AnnouncedUpload } from './read-upload.ts'

export type SavedObject = { id: string; key: string; version: string }

/** The facts of a written object. Null keeps the present metadata. */
type WrittenObject = { metadata: ObjectMetadata; userMetadata: JsonObject | null }

/** An object to save. */
export type ObjectToSave = {
  type: string
  overwrite: boolean
  announced: AnnouncedUpload
  /** Throws when nobody sends the bytes any more. */
  checkIsSending?: () => void
  /** Brings the bytes into the store under the key it is given, or throws when there are more than allowed. */
  write: (key: string, maxBytes: number) => Promise<WrittenObject>
}

/**
 * Saves an object as the caller, under policies. The bytes are written first under a new key, so
 * that readers see the old or the new object. The key is tracked, to clean up after a crash.
 */
export async function saveObject(
  context: StorageContext,
  identity: DatabaseIdentity,
  place: Place,
  { type, overwrite, announced, write, checkIsSending = () => {} }: ObjectToSave,
): Promise<SavedObject> {
  const { db, store } = context
  const maxBytes = await checkLimits(context, place, type)
  checkIsSending()
  await checkMaySave(context, identity, place, { overwrite, type, announced })
  checkIsSending()
  const version = crypto.randomUUID()
  await trackUpload(context, version)
  const forget = () => untrackUpload(context, version)
  let mayBeSaved = false
  const { id, replaced } = await writeAndSave().catch(async (error: unknown) => {
    await ignoreFailure(async () => {
      // The commit may have succeeded without an answer.
      if (mayBeSaved && (await findVersion(context, place)) === version) return
      await store.remove(version)
      await forget()
    })
    throw error
  })
  await ignoreFailure(forget)
  await ignoreFailure(() => (replaced ? store.remove(replaced) : undefined))
  return { id, key: `${place.bucket}/${place.name}`, version }

  async function writeAndSave() {
    const written = await withUploadHeartbeat(context, version, () => write(version, maxBytes))
    mayBeSaved = true
    return actAs(db, identity, async (trx) => {
      await claimUpload(trx, version)
      return saveRow(trx, identity, place, { ...written, overwrite, version })
    })
  }
}

async function findVersion(
  { db }: Pick<StorageContext, 'db'>,
  { bucket, name }: Place,
): Promise<string | null> {
  const found = await db
    .selectFrom('storage.objects')
    .select('version')
    .where('bucket_id', '=', bucket)
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.version ?? null
}

/** Cleanup errors are ignored, because an hourly job repeats it. */
async function ignoreFailure(work: () => Promise<void> | undefined): Promise<void> {
  try {
    await work()
  } catch {}
}

export type SaveIntent = {
  overwrite: boolean
  /** Null when unknown. */
  type: string | null
  announced: AnnouncedUpload
}

/** Throws what saving an object there would throw, and saves nothing. */
export async function checkMaySave(
  { db }: Pick<StorageContext, 'db'>,
  identity: DatabaseIdentity,
  place: Place,
  { overwrite, type, announced: { size, userMetadata } }: SaveIntent,
): Promise<void> {
  const metadata =
    type === null ? null : { mimetype: type, ...(size === null ? {} : { size, contentLength: size }) }
  const version = crypto.randomUUID()
  const undo = new Error('Nothing was to be saved.')
  await actAs(db, identity, async (trx) => {
    await saveRow(trx, identity, place, { metadata, userMetadata, overwrite, version })
    throw undo
  }).catch((error) => {
    if (error !== undo) throw error
  })
}

/** A placeholder for an empty folder, in any bucket. */
const emptyFolderPlaceholder = '.emptyFolderPlaceholder'

/** Throws when the bucket takes no such type. Answers with how many bytes an object may have there. */
async function checkLimits(
  { db, settings }: Pick<StorageContext, 'db' | 'settings'>,
  { bucket, name }: Place,
  mimetype: string,
): Promise<number> {
  const { fileSizeLimit } = settings.storage
  // It becomes a header value.
  if (!/^[\x20-\x7e]{1,255}$/.test(mimetype)) throw invalidMimeType(mimetype.slice(0, 255))
  const limits = await db
    .selectFrom('storage.buckets')
    .select(['file_size_limit', 'allowed_mime_types'])
    .where('id', '=', bucket)
    .executeTakeFirst()
  if (!limits) throw bucketNotFound()
  if (name.split('/').at(-1) === emptyFolderPlaceholder) return 0
  const type = mimetype.split(';')[0]?.trim().toLowerCase() ?? ''
  const allowed = limits.allowed_mime_types
  const fits = (pattern: string) =>
    pattern === type || pattern === '*/*' || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
  if (allowed && allowed.length > 0 && !allowed.some(fits)) throw invalidMimeType(type)
  return Math.min(fileSizeLimit, Number(limits.file_size_limit ?? fileSizeLimit))
}

type Row = {
  metadata: Partial<ObjectMetadata> | null
  userMetadata: JsonObject | null
  overwrite: boolean
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
    owner: uuidOf(ownerOf(identity)),
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
  // RETURNING and ON CONFLICT need the read privilege, which some callers lack.
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

/** The owner as the older column has it, which takes ids only. */
export function uuidOf(ownerId: string | null): string | null {
  return ownerId !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ownerId) ? ownerId : null
}

/** Returns the owner of a new object: the user of the caller's token, if there is one. */
export function ownerOf({ claims }: DatabaseIdentity): string | null {
  return typeof claims.sub === 'string' ? claims.sub : null
}
