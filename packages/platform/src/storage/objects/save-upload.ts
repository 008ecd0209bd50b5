import { createHash, type Hash } from 'node:crypto'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import { tooLarge } from '../storage-errors.ts'
import type { Place, StorageContext } from '../storage-request.ts'
import type { Upload } from './read-upload.ts'
import { type SavedObject, saveObject } from './save-object.ts'

/** Keeps what is being uploaded, as the caller, while it comes in. */
export function saveUpload(
  context: StorageContext,
  identity: DatabaseIdentity,
  place: Place,
  upload: Upload & { overwrite: boolean },
): Promise<SavedObject> {
  const { type, overwrite } = upload
  return saveObject(context, identity, place, {
    type,
    overwrite,
    write: async (key, mostBytes) => {
      const measure = { size: 0, hash: createHash('sha256') }
      await context.store.write(key, measured(upload.bytes, measure, mostBytes))
      const { cacheControl, metadata } = await upload.finish()
      return {
        metadata: {
          eTag: `"${measure.hash.digest('hex').slice(0, 32)}"`,
          size: measure.size,
          mimetype: type,
          cacheControl,
          lastModified: new Date().toISOString(),
          contentLength: measure.size,
          httpStatusCode: 200,
        },
        userMetadata: metadata,
      }
    },
  })
}

/** The bytes as they come, counted and hashed; throws as soon as there are too many. */
async function* measured(
  bytes: AsyncIterable<Uint8Array>,
  measure: { size: number; hash: Hash },
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    measure.size += chunk.length
    if (measure.size > mostBytes) throw tooLarge()
    measure.hash.update(chunk)
    yield chunk
  }
}
