import type { Counts } from '@app/platform/backup/parts'
import { checkBackup, readBackup } from '@app/platform/backup/read-backup'
import { restoreBackup } from '@app/platform/backup/restore-backup'
import { withOpenDatabase } from '@app/platform/database/open-database'
import type { BackupSettings } from '../config/backups.ts'
import { type BackupPlace, backupName, backupTimeOf, openBackupPlace } from './backup-place.ts'
import {
  type Installation,
  type InstallationSettings,
  inScratchFolder,
  type KeyOptions,
  migrationsDir,
  readInstallation,
} from './backup-source.ts'
import { makeQueueTables } from './restore-installation.ts'
import { selectRetainedBackups } from './select-retained-backups.ts'

/** The content of a finished backup, read back. */
export type BackupReport = {
  name: string
  bytes: number
  rows: number
  files: number
  missingFiles: number
  /** Passwords and second factors that stay where they are: only hosted Supabase can read them. */
  unreadable: number
}

type BackupOptions = KeyOptions & { passphrase: string; now: Date; name: string; place: BackupPlace }

/** Makes a backup at a place, and reads it there to its end. One that does not open again is removed, and throws. */
export async function makeBackup(
  installation: InstallationSettings,
  making: BackupOptions,
): Promise<BackupReport> {
  const bytes = await readInstallation(installation, making, (sealed) => writeSealed(sealed, making))
  return checkWritten(bytes, making)
}

/** Writes a sealed backup to its place and answers how many bytes it has. */
export async function writeSealed(
  sealed: AsyncIterable<Uint8Array>,
  { name, place }: Pick<BackupOptions, 'name' | 'place'>,
): Promise<number> {
  const counted = countBytes(sealed)
  await place.write(name, counted.bytes)
  return counted.count()
}

/** Reads a backup where it lies to its end. One that does not open again is removed, and throws. */
export async function checkWritten(
  bytes: number,
  { name, place, passphrase }: Pick<BackupOptions, 'name' | 'place' | 'passphrase'>,
): Promise<BackupReport> {
  try {
    return reportOf(name, bytes, await checkBackup(readBackup(await place.read(name), passphrase)))
  } catch (error) {
    await place.remove(name)
    throw error
  }
}

type NightlySettings = NonNullable<BackupSettings['nightly']>

/**
 * Makes the nightly backup, restores it into a temporary database to compare the row counts, and
 * then removes outdated backups.
 */
export async function makeNightlyBackup(
  installation: Installation,
  { nightly, passphrase, now }: { nightly: NightlySettings; passphrase: string; now: Date },
): Promise<BackupReport> {
  const place = openBackupPlace(nightly.place)
  const name = backupName(now)
  const report = await makeBackup(installation, { place, name, passphrase, now, withKeys: true })
  await testRestore(installation, () => place.read(name), passphrase)
  await removeOld(place, nightly.keep)
  return report
}

/** Restores a backup into a database that is thrown away. Throws when a table has not as many rows as it should. */
async function testRestore(
  { backend }: Installation,
  read: () => Promise<AsyncIterable<Uint8Array>>,
  passphrase: string,
): Promise<Counts> {
  return inScratchFolder(backend.dataDir, (folder) =>
    withOpenDatabase({ kind: 'pglite', dataDir: `${folder}/database` }, async (database) =>
      restoreBackup(readBackup(await read(), passphrase), {
        database,
        migrationsDir,
        prepare: makeQueueTables,
        store: null,
        keepKeys: async () => {},
      }),
    ),
  )
}

async function removeOld(place: BackupPlace, keep: NightlySettings['keep']): Promise<void> {
  const backups = (await place.list()).flatMap((name) => {
    const madeAt = backupTimeOf(name)
    return madeAt ? [{ name, madeAt }] : []
  })
  const kept = selectRetainedBackups(
    backups.map(({ madeAt }) => madeAt),
    keep,
  )
  for (const { name, madeAt } of backups) if (!kept.includes(madeAt)) await place.remove(name)
}

function countBytes(source: AsyncIterable<Uint8Array>) {
  let sum = 0
  async function* counted(): AsyncGenerator<Uint8Array, undefined> {
    for await (const chunk of source) {
      sum += chunk.length
      yield chunk
    }
  }
  return { bytes: counted(), count: () => sum }
}

function reportOf(
  name: string,
  bytes: number,
  { tables, files, missingFiles, unreadable = 0 }: Counts,
): BackupReport {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return { name, bytes, rows, files, missingFiles, unreadable }
}
