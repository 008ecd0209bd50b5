import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Ends the copy and returns the label that belongs into it. */
export type EndCopy = () => Promise<string>

/** The copy has no process id, and the log comes last. */
const copiedLast = ['postmaster.pid', 'postmaster.opts', 'pg_wal']

/**
 * Copies the folder of a running PGlite like a PostgreSQL base backup: first the files, then the
 * write-ahead log.
 * https://www.postgresql.org/docs/current/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */
export async function copyFolder(folder: string, copy: string, begin: () => Promise<EndCopy>): Promise<void> {
  await rm(copy, { recursive: true, force: true })
  const end = await begin()
  await copyAll(folder, copy, copiedLast)
  const label = await end()
  await copyAll(join(folder, 'pg_wal'), join(copy, 'pg_wal'))
  await writeFile(join(copy, 'backup_label'), label)
}

async function copyAll(folder: string, copy: string, except: readonly string[] = []): Promise<void> {
  await mkdir(copy, { recursive: true, mode: 0o700 })
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (except.includes(entry.name)) continue
    const [from, to] = [join(folder, entry.name), join(copy, entry.name)]
    await (entry.isDirectory() ? copyAll(from, to) : copyFile(from, to)).catch(ignoreMissingFile)
  }
}

/** The log deletes such files in the copy, too. */
function ignoreMissingFile(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
