import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fastCompileFlags } from '../pglite/compile-quickly.ts'
import { StartRefusedError } from '../start-refused.ts'
import { syncPath } from './sync-path.ts'

/** What every folder with a database of PostgreSQL has. */
const versionFile = 'PG_VERSION'

/**
 * Makes a database in the folder unless there is one, and throws when it holds anything else. This happens beside the
 * folder, which comes to be only when all is done, so that a process killed meanwhile leaves nothing half-made; and in a
 * process of its own, because the memory it takes is given back only with the process.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  const drafts = `${basename(folder)}.new`
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent)) {
    // One that is still being written, by a child that outlives a killed start for a moment, is removed the next time.
    if (name.startsWith(drafts))
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => {})
  }
  if (await holdsDatabase(folder)) return
  const draft = await mkdtemp(join(parent, `${drafts}-`))
  try {
    await promisify(execFile)(process.execPath, [
      ...fastCompileFlags,
      join(import.meta.dirname, 'initialise-folder.ts'),
      draft,
    ])
    await rmdir(folder).catch(() => {})
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    throw error
  }
  syncPath(parent)
}

/**
 * Returns true when there is a database in the folder. Throws when there is anything else in it.
 */
export async function holdsDatabase(folder: string): Promise<boolean> {
  const content = await readdir(folder).catch((error: unknown): string[] => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  if (content.length === 0 || content.includes(versionFile)) return content.length > 0
  throw new StartRefusedError(
    `The data folder ${folder} holds something, but no database (no ${versionFile}).`,
  )
}
