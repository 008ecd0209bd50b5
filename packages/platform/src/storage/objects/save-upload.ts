import { createHash, type Hash } from 'node:crypto'
import type { DatabaseIdentity } from '../../database/act-as.ts'
import type { ObjectMetadata } from '../../database/tables.ts'
import { tooLarge } from '../storage-errors.ts'
import type { Place, StorageContext } from '../storage-request.ts'
import type { ObjectStore } from '../stores/object-store.ts'
import type { Upload } from './read-upload.ts'
import { type SavedObject, saveObject } from './save-object.ts'

/** Saves an upload as the caller while it arrives. */
export function saveUpload(
  context: StorageContext,
  identity: DatabaseIdentity,
  place: Place,
  upload: Upload & { overwrite: boolean },
): Promise<SavedObject> {
  const { type, overwrite, announced, checkIsSending } = upload
  return saveObject(context, identity, place, {
    type,
    overwrite,
    announced,
    checkIsSending,
    write: async (key, maxBytes) => {
      const { size, digest } = await writeMeasured(context.store, key, upload.bytes, maxBytes)
      const { cacheControl, metadata } = await upload.finish()
      return {
        metadata: describeBytes({ eTag: `"${digest}"`, size, mimetype: type, cacheControl }),
        userMetadata: metadata,
      }
    },
  })
}

/** Builds the metadata of an object's bytes. */
function describeBytes(
  facts: Pick<ObjectMetadata, 'eTag' | 'size' | 'mimetype' | 'cacheControl'>,
): ObjectMetadata {
  const lastModified = new Date().toISOString()
  return { ...facts, lastModified, contentLength: facts.size, httpStatusCode: 200 }
}

/** Brings bytes into the store; throws, and keeps none, when there are more than allowed. The digest is S3's, MD5. */
async function writeMeasured(
  store: ObjectStore,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ size: number; digest: string }> {
  const measure = { size: 0, hash: createHash('md5') }
  await store.write(key, measured(bytes, measure, maxBytes))
  return { size: measure.size, digest: measure.hash.digest('hex') }
}

/** The bytes as they come, counted and hashed; throws as soon as there are too many. */
async function* measured(
  bytes: AsyncIterable<Uint8Array>,
  measure: { size: number; hash: Hash },
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    measure.size += chunk.length
    if (measure.size > maxBytes) throw tooLarge()
    measure.hash.update(chunk)
    yield chunk
  }
}
