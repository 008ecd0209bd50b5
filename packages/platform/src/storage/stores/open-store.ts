import type { S3Settings } from '../../settings.ts'
import { localStore } from './local-store.ts'
import type { ObjectStore } from './object-store.ts'
import { s3Store } from './s3-store.ts'

/** Opens the configured store: a bucket or a folder. */
export function openStore({ s3, folder }: { s3?: S3Settings | null; folder: string }): ObjectStore {
  return s3 ? s3Store(s3) : localStore(folder)
}
