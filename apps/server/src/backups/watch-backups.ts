import { isBackupOverdue } from '@app/domain/backups/backup-overdue'
import type { Kysely } from 'kysely'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { Tables } from '../services/tables.ts'
import { lockBackupWatch, saveAlerted } from './backup-repository.ts'

/** Tells the owner that the last good backup is too old, once until there is a good one again. */
export function watchBackups(
  { db, jobs }: { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'> },
  now: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const watch = await lockBackupWatch(trx, now)
    if (!isBackupOverdue(watch, now)) return
    if (watch.alertedAt && watch.alertedAt >= (watch.lastGoodAt ?? watch.since)) return
    await jobs.enqueue(trx, alertOwnerJob, { alert: 'backup_overdue' })
    await saveAlerted(trx, now)
  })
}
