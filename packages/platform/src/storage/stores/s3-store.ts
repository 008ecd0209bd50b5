import type { S3Settings } from '../../settings.ts'
import { checkKey, type ObjectStore } from './object-store.ts'
import { s3Bucket } from './s3-bucket.ts'

/**
 * Keeps objects in a bucket of Amazon S3 or of anything that speaks as it does. Throws, without
 * keys or answers, when the bucket refuses.
 */
export function s3Store(settings: S3Settings): ObjectStore {
  const bucket = s3Bucket(settings)
  return {
    write: (key, bytes) => bucket.write(checkKey(key), bytes),
    copy: (key, newKey) => bucket.copy(checkKey(key), checkKey(newKey)),
    read: (key, range) => bucket.read(checkKey(key), range),
    remove: (key) => bucket.remove(checkKey(key)),
  }
}
