import type { DatabaseIdentity } from '../../database/act-as.ts'
import { findObject } from '../objects/find-object.ts'
import { saveObject } from '../objects/save-object.ts'
import { describeBytes, writeMeasured } from '../objects/save-upload.ts'
import { toStorageError } from '../storage-errors.ts'
import type { StorageContext } from '../storage-request.ts'
import { dropParts, joined, type Part } from './parts.ts'
import { closeUpload, forgetUpload, type PartialUpload } from './uploads.ts'

/**
 * Makes one object of the parts of an upload, as the caller: policies are asked of the whole, as of any other. When they
 * refuse it for good, nothing of the upload is kept. Whoever calls works alone on it.
 */
export async function finishUpload(
  context: StorageContext,
  identity: DatabaseIdentity,
  upload: PartialUpload,
  { parts, eTag }: { parts: readonly Part[]; eTag?: string | undefined },
): Promise<void> {
  const { db, store } = context
  try {
    if (!(await isThere(context, upload))) {
      const version = crypto.randomUUID()
      if (upload.version) await store.remove(upload.version)
      await db.updateTable('platform.uploads').set({ version }).where('id', '=', upload.id).execute()
      await save(context, identity, upload, { parts, version, eTag })
    }
  } catch (error) {
    const refusal = toStorageError(error)
    if (refusal && Number(refusal.statusCode) < 500) await giveUp(context, upload.id)
    throw error
  }
  await db.updateTable('platform.uploads').set({ is_done: true }).where('id', '=', upload.id).execute()
  await dropParts(context, upload.id)
}

/** Forgets an upload with everything that came of it. */
export async function giveUp(context: Pick<StorageContext, 'db' | 'store'>, uploadId: string): Promise<void> {
  // No part is added from here on: one that came in between would keep the upload there.
  await closeUpload(context, uploadId)
  await dropParts(context, uploadId)
  await forgetUpload(context, uploadId)
}

/** Whether the object was saved already, by a process that ended before it could say so. */
async function isThere({ db }: StorageContext, { place, version }: PartialUpload): Promise<boolean> {
  return version !== null && (await findObject(db, place))?.version === version
}

async function save(
  context: StorageContext,
  identity: DatabaseIdentity,
  { place, type, overwrite, cacheControl, userMetadata }: PartialUpload,
  { parts, version, eTag }: { parts: readonly Part[]; version: string; eTag: string | undefined },
): Promise<void> {
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  await saveObject(context, identity, place, {
    type,
    overwrite,
    version,
    announced: { size, userMetadata },
    write: async (key, mostBytes) => {
      const { digest } = await writeMeasured(context.store, key, joined(context, parts), mostBytes)
      const metadata = describeBytes({ eTag: eTag ?? `"${digest}"`, size, mimetype: type, cacheControl })
      return { metadata, userMetadata }
    },
  })
}
