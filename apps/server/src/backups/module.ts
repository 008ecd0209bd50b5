import type { Kysely } from 'kysely'
import type { Backend } from '../backend/open-backend.ts'
import type { Settings } from '../config.ts'
import { registerJob } from '../jobs/job.ts'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ContextModule } from '../services/context-module.ts'
import type { Tables } from '../services/tables.ts'
import {
  beginBackupWatch,
  forgetBackupWatch,
  recordFailedBackup,
  recordGoodBackup,
} from './backup-repository.ts'
import { deleteOldCopies } from './copy-before-update.ts'
import { openFolderSocket } from './folder-socket.ts'
import { makeBackupJob } from './make-backup.job.ts'
import { recoverInterruptedRestore } from './restore-installation.ts'
import { notifyOwnerOfRestore } from './restore-marker.ts'
import { type BackupRunner, openBackupRunner } from './run-backup-process.ts'

export type BackupsNeeds = Pick<Backend, 'beginCopy'> &
  Pick<Settings, 'backend' | 'storage' | 'backups'> & {
    db: Kysely<Tables>
    jobs: Pick<Jobs, 'enqueue'>
    now: () => Date
    log: JobLog
  }

/** Copies of everything: made every night, and restored to look whether they are any good. */
export function backupsModule(needs: BackupsNeeds): ContextModule {
  const { db, now, log, backend, backups, beginCopy } = needs
  const runner = openBackupRunner()
  let closeDoor = async () => {}
  return {
    // The job stays registered without backups, because queued runs may remain.
    jobs: [
      // Runs at night in Almaty, after the deletion of old data.
      registerJob(makeBackupJob, () => runNightlyBackup({ ...needs, runner }), {
        cron: '10 22 * * *',
        payload: {},
      }),
    ],
    async start() {
      // Missing backups count from now on.
      await (backups.nightly ? beginBackupWatch(db, now()) : forgetBackupWatch(db))
      if (backend.mode !== 'supabase') {
        await recoverInterruptedRestore(backend)
        await notifyOwnerOfRestore(needs, backend.dataDir)
      }
      if (beginCopy && backend.mode === 'embedded') {
        closeDoor = await openFolderSocket(backend.dataDir, beginCopy, log)
      }
    },
    stop() {
      runner.stop()
      return closeDoor()
    },
  }
}

type NightlyBackupServices = BackupsNeeds & { runner: BackupRunner }

/** Old copies are removed even without nightly backups, because they contain deleted users. */
async function runNightlyBackup(needs: NightlyBackupServices): Promise<void> {
  if (needs.backend.mode !== 'supabase') await deleteOldCopies(needs.backend.dataDir, needs.now())
  await makeNightlyBackupIfOn(needs)
}

/** Throws when there is none in the end, so that the queue tries again. */
async function makeNightlyBackupIfOn(needs: NightlyBackupServices): Promise<void> {
  const { db, now, log, backend, storage, backups, runner } = needs
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
  throw new Error('no backup was made')
}
