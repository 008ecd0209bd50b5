import type { Kysely } from 'kysely'
import type { Backend } from '../backend/open-backend.ts'
import type { Settings } from '../config.ts'
import { doing } from '../jobs/job.ts'
import type { JobLog, Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import { forgetBackupWatch, recordFailedBackup, recordGoodBackup } from './backup-repository.ts'
import { forgetOldCopies } from './copy-before-update.ts'
import { openFolderDoor } from './folder-door.ts'
import { makeBackupJob } from './make-backup.job.ts'
import { forgetRestore } from './restore-installation.ts'
import { type BackupRunner, openBackupRunner } from './run-backup-process.ts'
import { watchBackupsJob } from './watch-backups.job.ts'
import { watchBackups } from './watch-backups.ts'

export type BackupsNeeds = Pick<Backend, 'beginCopy'> &
  Pick<Settings, 'backend' | 'storage' | 'backups'> & {
    db: Kysely<Tables>
    jobs: Jobs
    now: () => Date
    log: JobLog
  }

/** Copies of everything: made every night, restored to look whether they are any good, and missed when they do not come. */
export function backupsModule(needs: BackupsNeeds): ContextModule {
  const { db, jobs, now, log, backend, backups, beginCopy } = needs
  const watch = () => (backups.nightly ? watchBackups({ db, jobs }, now()) : forgetBackupWatch(db))
  const look = async () => {
    await watch()
    if (backend.mode !== 'supabase') await forgetOldCopies(backend.dataDir, now())
  }
  const runner = openBackupRunner()
  let closeDoor = async () => {}
  return {
    // Known also where none are made: what recurred before they were switched off still comes, and has nothing to do.
    jobs: [
      // In the small hours of Almaty, after what is old was forgotten.
      doing(makeBackupJob, ({ isLastAttempt }) => makeTonights({ ...needs, runner }, isLastAttempt), {
        cron: '10 22 * * *',
        payload: {},
      }),
      doing(watchBackupsJob, look, { cron: '25 * * * *', payload: {} }),
    ],
    async start() {
      await watch()
      if (backend.mode !== 'supabase') await forgetRestore(backend)
      if (beginCopy && backend.mode === 'embedded') {
        closeDoor = await openFolderDoor(backend.dataDir, beginCopy, log)
      }
    },
    stop() {
      runner.stop()
      return closeDoor()
    },
  }
}

type Making = BackupsNeeds & { runner: BackupRunner }

/** Throws when there is none in the end, so that the queue tries again; at the last time the owner is told. */
async function makeTonights(needs: Making, isLastAttempt: boolean): Promise<void> {
  const { db, jobs, now, log, backend, storage, backups, runner } = needs
  if (!backups.nightly || backups.passphrase === null || backend.mode === 'supabase') return
  const beganAt = now()
  const outcome = await runner.run({
    installation: { backend, storage },
    nightly: backups.nightly,
    passphrase: backups.passphrase,
    now: beganAt.toISOString(),
  })
  const times = { beganAt, endedAt: now() }
  if ('report' in outcome) {
    await recordGoodBackup(db, times, outcome.report)
    log.info(outcome.report, 'a backup was made and restored')
    return
  }
  log.error(outcome, 'no backup was made')
  await recordFailedBackup(db, times, outcome.failure)
  if (isLastAttempt) {
    await db.transaction().execute((trx) => jobs.enqueue(trx, alertOwnerJob, { alert: 'backup_failed' }))
  }
  throw new Error('no backup was made')
}
