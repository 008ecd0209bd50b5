import type { Kysely } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { BackupReport } from './make-backup.ts'
import './backup-tables.ts'

type TimeSpan = { beganAt: Date; endedAt: Date }

/** Records a verified backup. */
export async function recordGoodBackup(
  db: Kysely<Tables>,
  { beganAt, endedAt }: TimeSpan,
  { name, bytes, rows, files }: BackupReport,
): Promise<void> {
  await db
    .insertInto('backups')
    .values({ began_at: beganAt, ended_at: endedAt, name, bytes, rows, files, failure: null })
    .execute()
}

export async function recordFailedBackup(
  db: Kysely<Tables>,
  { beganAt, endedAt }: TimeSpan,
  failure: string,
): Promise<void> {
  const nothing = { name: null, bytes: null, rows: null, files: null }
  await db
    .insertInto('backups')
    .values({ began_at: beganAt, ended_at: endedAt, ...nothing, failure })
    .execute()
}

/** Keeps since when backups are expected to come; it stays what it was where they already are. */
export async function beginBackupWatch(db: Kysely<Tables>, now: Date): Promise<void> {
  await db
    .insertInto('backup_watch')
    .values({ since: now })
    .onConflict((conflict) => conflict.column('one').doNothing())
    .execute()
}

/** Forgets since when backups are watched: they are switched off. */
export async function forgetBackupWatch(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('backup_watch').execute()
}
