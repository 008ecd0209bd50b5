import { access, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BackupError } from '@app/platform/backup/backup-error'
import type { Counts } from '@app/platform/backup/parts'
import { checkBackup, readBackup } from '@app/platform/backup/read-backup'
import { refuseFilled, restoreBackup } from '@app/platform/backup/restore-backup'
import type { OpenDatabase } from '@app/platform/database/open-database'
import { syncPath } from '@app/platform/database/sync-path'
import type { DatabaseSettings } from '@app/platform/settings'
import { openStore } from '@app/platform/storage/open-store'
import { makePrivateFolders } from '../backend/make-private-folders.ts'
import { describeError } from '../http/describe-error.ts'
import { openJobs } from '../jobs/jobs.ts'
import { type Installation, usingDatabase, type Wishes } from './backup-source.ts'

export const migrationsDir = join(import.meta.dirname, '../../../../supabase/migrations')

/**
 * Puts a backup where the settings say that the data is, of whichever database it was made. Nothing may be there: no
 * database, no files, no keys. The backup is read to its end before anything is written; and where the database is
 * embedded, it comes to be only when all is done, so that half a restore never starts.
 */
export async function restoreInstallation(
  { backend, storage }: Installation,
  { read, passphrase, withKeys }: Wishes & { read: () => AsyncIterable<Uint8Array>; passphrase: string },
): Promise<Counts> {
  await refuseUnlessEmpty(backend)
  await checkBackup(readBackup(read(), passphrase))

  const scratch = join(backend.dataDir, 'database.restored')
  await rm(scratch, { recursive: true, force: true })
  await makePrivateFolders([backend.dataDir, scratch])
  const draft = join(scratch, 'database')
  const settings: DatabaseSettings =
    backend.mode === 'embedded'
      ? { kind: 'pglite', dataDir: draft }
      : { kind: 'postgres', url: backend.database.url, poolSize: 2 }
  let keys: string | null = null
  const written = [backend.storageDir]
  const keepKeys = async (found: string) => {
    keys = found
  }
  try {
    const counts = await usingDatabase(settings, (database) =>
      restoreBackup(readBackup(read(), passphrase), {
        ...{ database, migrationsDir, prepare: makeQueueTables },
        store: openStore({ ...storage, folder: backend.storageDir }),
        keepKeys: withKeys ? keepKeys : null,
      }),
    )
    if (backend.mode === 'embedded') {
      await rename(draft, backend.databaseDir)
      written.push(backend.databaseDir)
      syncPath(backend.dataDir)
    }
    // Last: a key file says that there is a database, and one without its keys refuses to start.
    if (keys !== null) await writeKeys(backend.keyFile, keys)
    return counts
  } catch (error) {
    // It was empty: whatever lies there now would only be in the way of the next try.
    for (const folder of written) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The tables of the job queue, as its library makes them. */
export async function makeQueueTables(database: OpenDatabase): Promise<void> {
  const kind = database.signsOfLife ? 'pglite' : 'postgres'
  await (await openJobs(database.db, { kind, describeError })).stop()
}

async function refuseUnlessEmpty(backend: Installation['backend']): Promise<void> {
  const folders = [...(backend.mode === 'embedded' ? [backend.databaseDir] : []), backend.storageDir]
  for (const folder of folders) {
    if ((await readdir(folder).catch(() => [])).length > 0) throw notEmpty(`The folder ${folder}`)
  }
  const hasKeys = await access(backend.keyFile).then(
    () => true,
    () => false,
  )
  if (hasKeys) throw notEmpty(`The key file ${backend.keyFile}`)
  if (backend.mode === 'postgres') {
    await usingDatabase({ kind: 'postgres', url: backend.database.url, poolSize: 1 }, refuseFilled)
  }
}

function notEmpty(what: string): BackupError {
  return new BackupError(
    'not_empty',
    `${what} is there already. A backup is restored into an empty place only.`,
  )
}

async function writeKeys(file: string, keys: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, keys, { mode: 0o600, flag: 'wx', flush: true })
  syncPath(dirname(resolve(file)))
}
