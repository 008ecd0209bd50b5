import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkKey, type ObjectStore } from './object-store.ts'

/** Keeps objects as files of one folder, spread over 256 subfolders. */
export function localStore(folder: string): ObjectStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), checkKey(key))
  return {
    write: async (key, bytes) => {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Under another name until it is whole, so that a crash leaves no half object behind a good name.
      const file = await open(`${path}.part`, 'w')
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    copy: async (key, newKey) => {
      const path = pathOf(newKey)
      await mkdir(dirname(path), { recursive: true })
      await copyFile(pathOf(key), `${path}.part`)
      const file = await open(`${path}.part`, 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
    },
    read: async (key, range) => {
      const file = await open(pathOf(key), 'r')
      return file.createReadStream(range ?? {})
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
