import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncPath } from '../../database/folder/sync-path.ts'
import { writeBytes } from '../../database/folder/write-bytes.ts'
import { checkKey, ObjectMissingError, type ObjectStore } from './object-store.ts'

/** A store of files in 256 subfolders. */
export function localStore(folder: string): ObjectStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), checkKey(key))
  return {
    write: (key, bytes) => writeAtomically(pathOf(key), (path) => writeBytes(path, bytes, { flags: 'w' })),
    copy: (key, newKey) =>
      writeAtomically(pathOf(newKey), async (path) => {
        await copyFile(pathOf(key), path)
        const file = await open(path, 'r+')
        try {
          await file.sync()
        } finally {
          await file.close()
        }
      }),
    read: async (key, range) => {
      const file = await open(pathOf(key), 'r').catch((error: unknown) => {
        const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
        throw isGone ? new ObjectMissingError('There is no such object.') : error
      })
      return file.createReadStream(range ?? {})
    },
    remove: async (key) => {
      await rm(temporaryPathOf(pathOf(key)), { force: true })
      await rm(pathOf(key), { force: true })
    },
  }
}

/** The name of a file while it is written; a sudden end leaves it behind. */
const temporaryPathOf = (path: string) => `${path}.part`

/** Makes a file under another name until it is whole, so that no failure leaves half an object behind a good name. */
async function writeAtomically(path: string, make: (path: string) => Promise<void>): Promise<void> {
  const part = temporaryPathOf(path)
  await mkdir(dirname(path), { recursive: true })
  try {
    await make(part)
    await rename(part, path)
    syncPath(dirname(path))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
