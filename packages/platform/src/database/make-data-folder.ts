import { execFile } from 'node:child_process'
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { syncPath } from './durable-files.ts'

/**
 * Makes a database in the folder unless it holds something already. This happens beside the folder, which comes to be
 * only when all is done, so that a process killed meanwhile leaves nothing half-made; and in a process of its own,
 * because the memory it takes, some 200 MB, is given back only with the process.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const content = await readdir(folder).catch(() => [])
  if (content.length > 0) return
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(dirname(folder), { recursive: true })
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'initialise-folder.ts'), draft])
  await rmdir(folder).catch(() => {})
  await rename(draft, folder)
  syncPath(dirname(folder))
}
