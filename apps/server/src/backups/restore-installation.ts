import { access, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { BackupError } from '@app/platform/backup/backup-error'
import { openHostedFiles } from '@app/platform/backup/hosted-files'
import { checkBackup, readBackup } from '@app/platform/backup/read-backup'
import { type RestoreResult, requireEmptyDatabase, restoreBackup } from '@app/platform/backup/restore-backup'
import { restoreIntoHosted } from '@app/platform/backup/restore-hosted'
import { lockFolder } from '@app/platform/database/lock-folder'
import { type OpenDatabase, withOpenDatabase } from '@app/platform/database/open-database'
import { syncPath } from '@app/platform/database/sync-path'
import type { DatabaseSettings } from '@app/platform/settings'
import { openStore } from '@app/platform/storage/open-store'
import { makePrivateFolders } from '../backend/make-private-folders.ts'
import { describeError } from '../http/describe-error.ts'
import { openJobs } from '../jobs/jobs.ts'
import {
  hostedDatabase,
  type Installation,
  type InstallationSettings,
  type KeyOptions,
  migrationsDir,
} from './backup-source.ts'
import { removeRestoreMarker, writeRestoreMarker } from './restore-marker.ts'

type RestoreOptions = KeyOptions & { read: () => AsyncIterable<Uint8Array>; passphrase: string }

/**
 * Restores a backup to the location of the settings, which must be empty. The backup is verified
 * first; the parts are prepared aside and moved in at the end, the database last, so that an
 * interrupted restore never starts. A PostgreSQL database keeps its empty tables after a failure. A
 * bucket may hold files, because their keys are random. Throws when another process uses the data
 * folder. Hosted Supabase: see `restoreIntoHosted`.
 */
export async function restoreInstallation(
  { backend, storage }: InstallationSettings,
  { read, passphrase, withKeys }: RestoreOptions,
): Promise<RestoreResult> {
  if (backend.mode === 'supabase') return restoreHosted(backend, { read, passphrase })
  await makePrivateFolders([backend.dataDir])
  const unlock = await lockFolder(join(backend.dataDir, 'database'))
  try {
    const draft = stagingPathsOf(backend)
    await forgetKilled(backend, draft)
    await refuseUnlessEmpty(backend)
    await checkBackup(readBackup(read(), passphrase))

    const settings: DatabaseSettings =
      backend.mode === 'embedded'
        ? { kind: 'pglite', dataDir: draft.database }
        : { kind: 'postgres', url: backend.database.url, poolSize: 2 }
    try {
      await makePrivateFolders([draft.folder, draft.storage])
      const restored = await withOpenDatabase(settings, (database) =>
        restoreBackup(readBackup(read(), passphrase), {
          ...{ database, migrationsDir, prepare: makeQueueTables },
          store: openStore({ ...storage, folder: draft.storage }),
          keepKeys: withKeys ? (keys) => writeKeys(draft.keys, keys) : null,
        }),
      )
      await writeRestoreMarker(backend.dataDir, restored.madeAt)
      await installRestored(backend, draft, restored.hasKeys)
      return restored
    } catch (error) {
      await forgetKilled(backend, draft)
      await removeRestoreMarker(backend.dataDir)
      throw error
    }
  } finally {
    await unlock()
  }
}

/** Tables with data of people. */
const tablesOfPeople = [
  'auth.users',
  'public.quiz_leads',
  'public.orders',
  'public.message_contacts',
  'public.consents',
]

async function restoreHosted(
  backend: Extract<InstallationSettings['backend'], { mode: 'supabase' }>,
  { read, passphrase }: Omit<RestoreOptions, keyof KeyOptions>,
): Promise<RestoreResult> {
  await checkBackup(readBackup(read(), passphrase))
  return withOpenDatabase(hostedDatabase(backend), (database) =>
    restoreIntoHosted(readBackup(read(), passphrase), {
      ...{ database, migrationsDir, people: tablesOfPeople, prepare: makeQueueTables },
      files: openHostedFiles({ url: backend.supabaseUrl, secretKey: backend.secretKey }),
    }),
  )
}

/**
 * The paths of a prepared restore. The keys are beside their final place, which may be another
 * disk.
 */
type StagingPaths = { folder: string; database: string; storage: string; keys: string }

function stagingPathsOf({ dataDir, keyFile }: Installation['backend']): StagingPaths {
  const folder = join(dataDir, 'restored')
  return {
    folder,
    database: join(folder, 'database'),
    storage: join(folder, 'storage'),
    keys: `${keyFile}.restored`,
  }
}

/** Removes what a killed restore left, for which a server that has started on its own data has no use. */
export async function recoverInterruptedRestore(backend: Installation['backend']): Promise<void> {
  const draft = stagingPathsOf(backend)
  // While the database is there, the marker belongs to an unfinished restore.
  if (await pathExists(draft.database)) await removeRestoreMarker(backend.dataDir)
  await removeStaging(draft)
}

async function removeStaging({ folder, keys }: StagingPaths): Promise<void> {
  await rm(keys, { force: true })
  await rm(folder, { recursive: true, force: true })
}

/**
 * Removes the parts of an interrupted restore. Its staging folder exists until the database is in
 * place, so files and keys beside it belong to the restore.
 */
async function forgetKilled(backend: Installation['backend'], draft: StagingPaths): Promise<void> {
  const hasDraft = await pathExists(draft.folder)
  if (hasDraft && backend.mode === 'embedded' && !(await hasFiles(backend.databaseDir))) {
    await rm(backend.storageDir, { recursive: true, force: true })
    await rm(backend.keyFile, { force: true })
  }
  await recoverInterruptedRestore(backend)
}

async function installRestored(
  backend: Installation['backend'],
  draft: StagingPaths,
  hasKeys: boolean,
): Promise<void> {
  await moveFolder(draft.storage, backend.storageDir)
  if (hasKeys) {
    await rename(draft.keys, backend.keyFile)
    syncPath(dirname(resolve(backend.keyFile)))
  }
  if (backend.mode === 'embedded') await moveFolder(draft.database, backend.databaseDir)
  syncPath(backend.dataDir)
  await removeStaging(draft)
}

/** Throws when the target is no longer empty. */
async function moveFolder(from: string, to: string): Promise<void> {
  if (await pathExists(to)) await rmdir(to)
  await rename(from, to)
}

/** The tables of the job queue, as its library makes them. */
export async function makeQueueTables(database: OpenDatabase): Promise<void> {
  const kind = database.signsOfLife ? 'pglite' : 'postgres'
  await (await openJobs(database.db, { kind, describeError })).stop()
}

async function refuseUnlessEmpty(backend: Installation['backend']): Promise<void> {
  const folders = [...(backend.mode === 'embedded' ? [backend.databaseDir] : []), backend.storageDir]
  for (const folder of folders) {
    if (await hasFiles(folder)) throw notEmptyError(`The folder ${folder}`)
  }
  if (await pathExists(backend.keyFile)) throw notEmptyError(`The key file ${backend.keyFile}`)
  if (backend.mode === 'postgres') {
    await withOpenDatabase({ kind: 'postgres', url: backend.database.url, poolSize: 1 }, requireEmptyDatabase)
  }
}

async function hasFiles(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => [])).length > 0
}

function pathExists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function notEmptyError(what: string): BackupError {
  return new BackupError(
    'not_empty',
    `${what} is there already. A backup is restored into an empty place only.`,
  )
}

async function writeKeys(file: string, keys: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, keys, { mode: 0o600, flag: 'wx', flush: true })
}
