import { createReadStream, existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { BackupError } from '../backup/backup-error.ts'
import { openHostedFiles } from '../backup/hosted-files.ts'
import { readBackup } from '../backup/read-backup.ts'
import { atOneMoment } from '../backup/read-database.ts'
import { type Restored, restoreBackup } from '../backup/restore-backup.ts'
import { restoreIntoHosted } from '../backup/restore-hosted.ts'
import { type Loaded, loadScripts, ScriptFailed } from '../backup/scripts/load-scripts.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { checkRights } from '../database/check-rights.ts'
import { checkVersion } from '../database/check-version.ts'
import { migrate } from '../database/migrate.ts'
import { usingDatabase } from '../database/open-database.ts'
import { extensionNames } from '../database/pglite/extensions.ts'
import type { PlatformSettings } from '../settings.ts'
import { openStore } from '../storage/stores/open-store.ts'
import { whyUnreadable } from './why-unreadable.ts'

/** Where the data of a platform on its own is. What its migrations did not make cannot be made anew elsewhere. */
export type Installation = Pick<PlatformSettings, 'database' | 'storage'> & { migrationsDir: string }

/** A project of hosted Supabase: its database by an address of its own, its files by its storage interface. */
export type HostedProject = { databaseUrl: string; url: string; secretKey: string; migrationsDir: string }

type Sealing = { passphrase: string; withKeys: boolean }

/**
 * Hands everything of an installation to `take` as one sealed stream, of one moment. An embedded database must not be in use; a server
 * on PostgreSQL goes on.
 */
export function readInstallation<Result>(
  { database, storage }: Installation,
  { passphrase, withKeys }: Sealing,
  take: (sealed: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  if (database.kind === 'pglite' && !existsSync(database.dataDir)) {
    throw new BackupError('not_reached', `There is no database in ${database.dataDir}.`)
  }
  return usingDatabase(database, (opened) =>
    atOneMoment(opened, (session) =>
      // Nothing seals the secrets of a platform on its own but the passphrase.
      take(
        writeBackup(
          { session, store: openStore(storage), keys: withKeys ? '' : null, now: new Date() },
          passphrase,
        ),
      ),
    ),
  )
}

/** Puts a sealed stream into an empty database and store. What was begun in a new folder is removed again when it fails. */
export async function fillInstallation(
  { database, storage, migrationsDir }: Installation,
  { passphrase, withKeys }: Sealing,
  sealed: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  const isNew = database.kind === 'pglite' && !existsSync(database.dataDir)
  try {
    return await usingDatabase(database, (opened) =>
      restoreBackup(readBackup(sealed, passphrase), {
        ...{ database: opened, migrationsDir, prepare: async () => {} },
        ...{ store: openStore(storage), keepKeys: withKeys ? async () => {} : null },
      }),
    )
  } catch (error) {
    if (isNew) await rm(database.dataDir, { recursive: true, force: true })
    throw error
  }
}

/** Puts a sealed stream into a hosted project where the same migrations have run and nobody is yet; see decision 0150. */
export function fillHosted(
  { databaseUrl, url, secretKey, migrationsDir }: HostedProject,
  { passphrase }: Sealing,
  sealed: AsyncIterable<Uint8Array>,
): Promise<Restored> {
  return usingDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 2 }, (database) =>
    restoreIntoHosted(readBackup(sealed, passphrase), {
      ...{ database, migrationsDir, people: ['auth.users'], prepare: async () => {} },
      files: openHostedFiles({ url, secretKey }),
    }),
  )
}

/**
 * Loads dumps and seeds of hosted Supabase, in their order, all or nothing. An embedded database must not be in use.
 * @throws {ScriptFailed} a file cannot be read, before the database is opened; or what is in one cannot be had.
 */
export async function loadIntoInstallation(
  { database, migrationsDir }: Installation,
  files: readonly string[],
): Promise<Loaded> {
  for (const file of files) {
    const why = await whyUnreadable(file)
    if (why !== null) throw new ScriptFailed(why)
  }
  const settings = database.kind === 'pglite' ? { ...database, extensions: extensionNames } : database
  return usingDatabase(settings, ({ withSession }) =>
    withSession(async (session) => {
      await checkVersion(session)
      await checkRights(session)
      await migrate(session, migrationsDir || undefined)
      return loadScripts(
        session,
        files.map((file) => ({ name: file, text: readText(file) })),
      )
    }),
  )
}

async function* readText(file: string): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ScriptFailed(`${file} is not UTF-8.`, { cause: error })
  }
}
