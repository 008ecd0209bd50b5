import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncPath } from './durable-files.ts'

/** Makes a folder, and all that lies in it, safe from a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
}
