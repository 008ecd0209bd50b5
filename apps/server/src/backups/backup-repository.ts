import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../services/tables.ts'
import type { BackupReport } from './make-backup.ts'
import './backup-tables.ts'

type Times = { beganAt: Date; endedAt: Date }

/** Keeps that a backup was made, restored and counted. */
export async function recordGoodBackup(
  db: Kysely<Tables>,
  { beganAt, endedAt }: Times,
  { name, bytes, rows, files }: BackupReport,
): Promise<void> {
  await db
    .insertInto('backups')
    .values({ began_at: beganAt, ended_at: endedAt, name, bytes, rows, files, failure: null })
    .execute()
}

export async function recordFailedBackup(
  db: Kysely<Tables>,
  { beganAt, endedAt }: Times,
  failure: string,
): Promise<void> {
  const nothing = { name: null, bytes: null, rows: null, files: null }
  await db
    .insertInto('backups')
    .values({ began_at: beganAt, ended_at: endedAt, ...nothing, failure })
    .execute()
}

/** How backups have been going, and the right to say so to the owner until the transaction ends. */
export async function lockBackupWatch(trx: Transaction<Tables>, now: Date) {
  await trx
    .insertInto('backup_watch')
    .values({ since: now, alerted_at: null })
    .onConflict((conflict) => conflict.column('one').doNothing())
    .execute()
  const watch = await trx.selectFrom('backup_watch').selectAll().forUpdate().executeTakeFirstOrThrow()
  const good = await trx
    .selectFrom('backups')
    .select(({ fn }) => fn.max('ended_at').as('at'))
    .where('name', 'is not', null)
    .executeTakeFirst()
  return { since: watch.since, alertedAt: watch.alerted_at, lastGoodAt: good?.at ?? null }
}

export async function saveAlerted(trx: Transaction<Tables>, at: Date): Promise<void> {
  await trx.updateTable('backup_watch').set({ alerted_at: at }).execute()
}

/** Forgets since when backups are watched: they are switched off. */
export async function forgetBackupWatch(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('backup_watch').execute()
}
