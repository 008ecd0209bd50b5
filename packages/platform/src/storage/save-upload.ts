import { createHash } from 'node:crypto'
import type { DatabaseIdentity } from '../database/act-as.ts'
import type { ObjectMetadata } from '../database/tables.ts'
import type { Upload } from './read-upload.ts'
import { type SavedObject, saveObject } from './save-object.ts'
import type { Place, StorageContext } from './storage-request.ts'

/** Keeps what was uploaded, as the caller. */
export function saveUpload(
  context: StorageContext,
  identity: DatabaseIdentity,
  place: Place,
  upload: Upload & { overwrite: boolean },
): Promise<SavedObject> {
  return saveObject(context, identity, place, {
    metadata: metadataOf(upload),
    userMetadata: upload.metadata,
    overwrite: upload.overwrite,
    write: (key) => context.store.write(key, upload.bytes),
  })
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
