import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { inSnapshot } from '@app/platform/backup/read-database'
import { writeBackup } from '@app/platform/backup/write-backup'
import type { AroundMigrations } from '@app/platform/database/migrate'
import type { DatabaseSession } from '@app/platform/database/open-database'
import { StartRefusedError } from '@app/platform/database/start-refused'
import { makeKeyFile } from '@app/platform/keys/key-file'
import { openStore } from '@app/platform/storage/open-store'
import type { JobLog } from '../jobs/job-log.ts'
import { type BackupPlace, backupName, backupTimeOf, folderPlace } from './backup-place.ts'
import { type Installation, readKeys } from './backup-source.ts'
import { checkWritten, writeSealed } from './make-backup.ts'
import {
  deleteUnfinishedUpdate,
  findUnfinished,
  saveUnfinishedUpdate,
  updateProgress,
} from './unfinished-update.ts'

/** The copies before the last two updates. */
const maxCopies = 2
const maxAgeMs = 30 * 24 * 60 * 60 * 1000

type CopyOptions = {
  installation: Installation
  /** Seals the copy; without one the installation's own key does, as a line of its key file. */
  passphrase: string | null
  now: () => Date
  log: Pick<JobLog, 'info'>
  sealCost?: number
}

/**
 * Makes a local backup before an update changes the database. Throws `StartRefusedError` when it
 * fails, and nothing is changed. An unfinished update keeps its backup, because later ones do not
 * fit the old version.
 */
export function copyBeforeUpdate({
  installation,
  passphrase,
  now,
  log,
  sealCost,
}: CopyOptions): Required<Pick<AroundMigrations, 'before' | 'after'>> {
  const { backend, storage } = installation
  const folder = copiesFolderOf(backend.dataDir)
  const copies = folderPlace(folder)
  const before: AroundMigrations['before'] = async (session, missing) => {
    try {
      if (!(await isInUse(session))) return
      const begun = await findUnfinished(copies)
      const progress = begun && (await updateProgress(session, begun))
      if (begun && progress === 'half') {
        log.info({ file: join(folder, begun.copy) }, 'the update goes on; the copy from before it is kept')
        return
      }
      await requireFreeSpace(session, folder)
      const making = {
        name: backupName(now()),
        place: copies,
        passphrase: passphrase ?? (await readOwnKey(backend.keyFile)),
      }
      const keys = await readKeys(backend.keyFile)
      const store = openStore({ ...storage, folder: backend.storageDir })
      const source = { store, keys, now: now(), sealCost }
      const bytes = await inSnapshot({ withSession: (work) => work(session) }, (asOfNow) =>
        writeSealed(writeBackup({ ...source, session: asOfNow }, making.passphrase), making),
      )
      const { rows, files } = await checkWritten(bytes, making)
      await saveUnfinishedUpdate(copies, { copy: making.name, missing })
      // An update without changes so far needs only the newest copy.
      if (begun && progress === 'untouched' && begun.copy !== making.name) await copies.remove(begun.copy)
      await removeOlderCopies(copies, now())
      const opens = passphrase === null ? 'KEYS_FILE' : 'BACKUP_PASSPHRASE'
      const migrations = missing.platform.length + missing.product.length
      const file = join(folder, making.name)
      log.info({ file, opens, bytes, rows, files, migrations }, 'a copy was made before the update')
    } catch (error) {
      if (error instanceof StartRefusedError) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new StartRefusedError(
        `No copy could be made before the update, so nothing was changed: ${reason}`,
        {
          cause: error,
        },
      )
    }
  }
  return { before, after: () => deleteUnfinishedUpdate(copies) }
}

/** Removes the copies that updates made and that are kept no longer. */
export function deleteOldCopies(dataDir: string, now: Date): Promise<void> {
  return removeOlderCopies(folderPlace(copiesFolderOf(dataDir)), now)
}

function copiesFolderOf(dataDir: string): string {
  return join(dataDir, 'before-update')
}

/** A passphrase that the process already knows. */
async function readOwnKey(keyFile: string): Promise<string> {
  const [key] = await makeKeyFile(keyFile)
  return (key ?? Buffer.alloc(0)).toString('base64url')
}

/** A first start that was killed has run some migrations; what anybody uses has keys, which are made after all of them. */
async function isInUse(session: DatabaseSession): Promise<boolean> {
  const [found] = await session.query<{ there: boolean }>(
    `select to_regclass('platform.secrets') is not null as there`,
  )
  return found?.there === true && (await session.query('select from platform.secrets limit 1')).length > 0
}

async function requireFreeSpace(session: DatabaseSession, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(folder)
  const [size] = await session.query<{ bytes: string }>(
    `select (pg_database_size(current_database())
       + coalesce((select sum((metadata ->> 'size')::bigint) from storage.objects), 0))::text as bytes`,
  )
  const [free, needed] = [bavail * bsize, Number(size?.bytes ?? 0)]
  if (free > needed) return
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6)
  throw new StartRefusedError(
    `There is no room for the copy that is made before an update: ${megabytes(needed)} MB are needed in ${folder}, ` +
      `${megabytes(free)} are free, and nothing was changed. Make room there, or set COPY_BEFORE_UPDATE=0 if you have a backup.`,
  )
}

async function removeOlderCopies(place: BackupPlace, now: Date): Promise<void> {
  const names = await place.list().catch(() => [])
  const newestFirst = names.toSorted().toReversed()
  for (const [at, name] of newestFirst.entries()) {
    const age = now.getTime() - (backupTimeOf(name)?.getTime() ?? 0)
    if (at >= maxCopies || age > maxAgeMs) await place.remove(name)
  }
}
