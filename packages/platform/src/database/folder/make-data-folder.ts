import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fastCompileFlags } from '../pglite/compile-quickly.ts'
import { StartRefusedError } from '../start-refused.ts'
import { syncPath } from './sync-path.ts'

/** The file that marks a PostgreSQL data folder. */
const versionFile = 'PG_VERSION'

/**
 * Creates a database in the folder unless there is one. It is created aside and moved in, so that a
 * killed process leaves nothing, and in a child process, which frees its memory.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const parent = dirname(folder)
  const drafts = `${basename(folder)}.new`
  await mkdir(parent, { recursive: true })
  for (const name of await readdir(parent)) {
    // A draft that is still being written is removed the next time.
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
