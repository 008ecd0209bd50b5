import { sql } from 'kysely'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import type { Trx } from '../../database/trx.ts'
import { saveObject } from '../objects/save-object.ts'
import { describeBytes, writeMeasured } from '../objects/save-upload.ts'
import { forgetUnsaved } from '../objects/unsaved-objects.ts'
import { toStorageError } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'
import { dropPart, dropParts, joined, type Part } from './parts.ts'
import { closeUpload, forgetUpload, type PartialUpload } from './uploads.ts'
import { isLocked, locked } from './work-alone.ts'

type Whole = { worker: string; parts: readonly Part[]; eTag?: string | undefined }

/**
 * Makes one object of the parts of an upload, as the caller: policies are asked of the whole, as of any other. When they
 * refuse it for good, nothing of the upload is kept. Whoever calls works alone on it, as `worker`, and is refused where they no
 * longer do: somebody else may have taken the bytes away meanwhile.
 */
export async function finishUpload(
  context: StorageContext,
  identity: DatabaseIdentity,
  upload: PartialUpload,
  whole: Whole,
): Promise<void> {
  const { db } = context
  try {
    const version = await takeVersion(context, upload, whole.worker)
    if (version !== null) await save(context, identity, upload, { ...whole, version })
  } catch (error) {
    const refusal = toStorageError(error)
    if (refusal && Number(refusal.statusCode) < 500 && !isLocked(refusal))
      await giveUp(context, upload.id, whole.worker)
    throw error
  }
  await db.updateTable('platform.uploads').set({ is_done: true }).where('id', '=', upload.id).execute()
  await dropParts(context, upload.id)
}

/**
 * Forgets an upload with everything that came of it but its object. Whoever calls works alone on it, as `worker`, and is refused
 * where they no longer do: what is there then is somebody else's.
 */
export async function giveUp(
  context: Pick<StorageContext, 'db' | 'store'>,
  uploadId: string,
  worker: string,
): Promise<void> {
  const left = await context.db.transaction().execute(async (trx) => {
    const upload = await holdOwn(trx, uploadId, worker)
    // No part is added from here on: one that came in between would keep the upload there.
    await closeUpload({ db: trx }, uploadId)
    if (upload.is_done || upload.version === null) return null
    if (await isSaved(trx, upload.bucket_id, upload.version)) return null
    await leaveVersion(trx, uploadId, { left: upload.version, next: null })
    return upload.version
  })
  if (left !== null) await removeLeft(context, left)
  await dropParts(context, uploadId)
  await forgetUpload(context, uploadId)
}

/**
 * Takes one part back, for its client to send it again. Whoever calls works alone on the upload, as `worker`, and is refused where they
 * no longer do: whoever took over may be making the object of that part.
 */
export async function takePartBack(
  context: Pick<StorageContext, 'db' | 'store'>,
  part: Part,
  { uploadId, worker }: { uploadId: string; worker: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    await holdOwn(trx, uploadId, worker)
    // Not whole any more, so that whoever takes over from here on does not count on it.
    const notWhole = { size: null, digest: null }
    await trx.updateTable('platform.upload_parts').set(notWhole).where('version', '=', part.version).execute()
  })
  await dropPart(context, part)
}

/**
 * Writes down which version the object is to be, in place of what an earlier attempt left. Null when that was saved, by a
 * process that ended before it could say so.
 */
async function takeVersion(
  context: StorageContext,
  { id, place }: PartialUpload,
  worker: string,
): Promise<string | null> {
  const version = crypto.randomUUID()
  const left = await context.db.transaction().execute(async (trx) => {
    const upload = await holdOwn(trx, id, worker)
    if (upload.version !== null && (await isSaved(trx, place.bucket, upload.version))) return 'saved'
    await leaveVersion(trx, id, { left: upload.version, next: version })
    return { version: upload.version }
  })
  if (left === 'saved') return null
  if (left.version !== null) await removeLeft(context, left.version)
  return version
}

/** Keeps everybody from an upload until the end of the transaction. Throws when somebody else has it. */
async function holdOwn(trx: Trx, id: string, worker: string) {
  const upload = await trx
    .selectFrom('platform.uploads')
    .select(['version', 'bucket_id', 'is_done'])
    .where('id', '=', id)
    .where('locked_by', '=', worker)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!upload) throw locked()
  return upload
}

/** Writes down the next version in place of the one that is left, whose bytes are to go. */
async function leaveVersion(
  trx: Trx,
  id: string,
  { left, next }: { left: string | null; next: string | null },
): Promise<void> {
  await trx.updateTable('platform.uploads').set({ version: next }).where('id', '=', id).execute()
  if (left !== null) await trx.insertInto('platform.unsaved_objects').values({ version: left }).execute()
}

async function removeLeft(context: Pick<StorageContext, 'db' | 'store'>, version: string): Promise<void> {
  await context.store.remove(version)
  await forgetUnsaved(context, version)
}

/** Asked when nobody saves it any more: a statement sees what was committed before it began. */
async function isSaved(trx: Trx, bucket: string, version: string): Promise<boolean> {
  const found = await trx
    .selectFrom('storage.objects')
    .select('id')
    .where('bucket_id', '=', bucket)
    .where('version', '=', version)
    .executeTakeFirst()
  return found !== undefined
}

async function save(
  context: StorageContext,
  identity: DatabaseIdentity,
  { id, place, type, overwrite, cacheControl, userMetadata }: PartialUpload,
  { worker, parts, version, eTag }: Whole & { version: string },
): Promise<void> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  await saveObject(context, identity, place, {
    type,
    overwrite,
    noted: { version, hold: (trx) => holdUpload(trx, { id, version, worker }) },
    announced: { size, userMetadata },
    write: async (key, mostBytes) => {
      const { digest } = await writeMeasured(context.store, key, joined(context, parts), mostBytes)
      const metadata = describeBytes({ eTag: eTag ?? `"${digest}"`, size, mimetype: type, cacheControl })
      return { metadata, userMetadata }
    },
  })
}

/** Keeps everybody from an upload until the end of the transaction that makes an object of it. Throws when somebody else has it. */
async function holdUpload(
  trx: Trx,
  { id, version, worker }: { id: string; version: string; worker: string },
): Promise<void> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select storage.hold_upload(${id}, ${version}::uuid, ${worker}::uuid) as "isHeld"`.execute(trx)
  if (!rows[0]?.isHeld) throw locked()
}
