import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '@app/platform/backup/backup-error'
import { copyFolder } from '@app/platform/backup/folder-copy'
import { openHostedFiles } from '@app/platform/backup/hosted-files'
import { inSnapshot } from '@app/platform/backup/read-database'
import { readHosted } from '@app/platform/backup/read-hosted'
import { type BackupSource, writeBackup } from '@app/platform/backup/write-backup'
import { type OpenDatabase, withOpenDatabase } from '@app/platform/database/open-database'
import { openStore } from '@app/platform/storage/open-store'
import type { Settings } from '../config.ts'
import { requestFolderCopy } from './folder-socket.ts'

export const migrationsDir = join(import.meta.dirname, '../../../../supabase/migrations')

/** The location of an own installation's data. Hosted Supabase makes its own backups. */
export type Installation = Pick<Settings, 'storage'> & {
  backend: Exclude<Settings['backend'], { mode: 'supabase' }>
}

/** The settings of an installation, wherever its data is. */
export type InstallationSettings = Pick<Settings, 'storage' | 'backend'>

export type KeyOptions = { withKeys: boolean }

/**
 * Passes a sealed stream of the whole installation at one moment to `take`, whether or not its
 * server runs. A server with an embedded database provides a copy of its folder. Hosted Supabase
 * does not export keys.
 */
export async function readInstallation<Result>(
  { backend, storage }: InstallationSettings,
  { passphrase, withKeys, now }: KeyOptions & { passphrase: string; now: Date },
  take: (sealed: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  if (backend.mode === 'supabase') {
    const files = openHostedFiles({ url: backend.supabaseUrl, secretKey: backend.secretKey })
    return withOpenDatabase(hostedDatabase(backend), (database) =>
      inSnapshot(database, async (session) => {
        const source = await readHosted(session, files, migrationsDir)
        return take(writeBackup({ ...source, session, keys: null, now }, passphrase))
      }),
    )
  }
  const parts: Omit<BackupSource, 'session'> = {
    store: openStore({ ...storage, folder: backend.storageDir }),
    keys: withKeys ? await readKeys(backend.keyFile) : null,
    now,
  }
  return withDatabase(backend, (database) =>
    inSnapshot(database, (session) => take(writeBackup({ ...parts, session }, passphrase))),
  )
}

/** The database of a hosted project, for one piece of work. */
export function hostedDatabase({ database }: Extract<Settings['backend'], { mode: 'supabase' }>) {
  return { kind: 'postgres', url: database.url, poolSize: 2 } as const
}

/** Reads the key file. Throws when it cannot be read. */
export async function readKeys(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new BackupError(
      'not_reached',
      `The key file ${file} cannot be read, and without it a backup is none.`,
    )
  })
}

async function withDatabase<Result>(
  backend: Installation['backend'],
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  if (backend.mode !== 'embedded') {
    return withOpenDatabase({ kind: 'postgres', url: backend.database.url, poolSize: 1 }, work)
  }
  const end = await requestFolderCopy(backend.dataDir)
  if (!end) {
    const isThere = (await readdir(backend.databaseDir).catch(() => [])).length > 0
    if (!isThere) throw new BackupError('not_reached', `There is no database in ${backend.databaseDir}.`)
    return withOpenDatabase({ kind: 'pglite', dataDir: backend.databaseDir }, work)
  }
  return inScratchFolder(backend.dataDir, async (folder) => {
    const copy = join(folder, 'database')
    await copyFolder(backend.databaseDir, copy, async () => end)
    return withOpenDatabase({ kind: 'pglite', dataDir: copy }, work)
  })
}

const scratchPrefix = 'backup-scratch-'
const dayMs = 24 * 60 * 60 * 1000

/** Creates a private temporary folder beside the data, and deletes it afterwards. */
export async function inScratchFolder<Result>(
  dataDir: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await removeStaleScratchFolders(dataDir)
  const folder = await mkdtemp(join(dataDir, scratchPrefix))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes folders of killed processes, which are older than a day. */
async function removeStaleScratchFolders(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(scratchPrefix)) continue
    const folder = join(dataDir, name)
    const { mtimeMs } = await stat(folder)
    if (Date.now() - mtimeMs > dayMs) await rm(folder, { recursive: true, force: true })
  }
}
