import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncPath } from './sync-path.ts'

/**
 * Syncs a folder and its contents to the disk. Linux syncs a whole file system faster than single
 * files; coreutils has a program for it.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'linux') {
    const isSynced = await promisify(execFile)('sync', ['-f', folder]).then(
      () => true,
      () => false,
    )
    if (isSynced) return
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}
