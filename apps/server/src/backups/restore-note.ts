import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { Tables } from '../services/tables.ts'

const noteIn = (dataDir: string) => join(dataDir, 'restored-from')

/** Notes beside the data of which moment the backup is that they were restored from. */
export function noteRestore(dataDir: string, madeAt: Date): Promise<void> {
  return writeFile(noteIn(dataDir), madeAt.toISOString(), { mode: 0o600, flush: true })
}

export function forgetRestoreNote(dataDir: string): Promise<void> {
  return rm(noteIn(dataDir), { force: true })
}

type Services = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; log: Pick<JobLog, 'warn'> }

/**
 * Tells the owner at the first start after a restore that what was paid since the backup is to be looked for. Only a process that ends
 * between telling and forgetting the note tells it twice.
 */
export async function tellRestore({ db, jobs, log }: Services, dataDir: string): Promise<void> {
  const madeAt = await readFile(noteIn(dataDir), 'utf8').catch(() => null)
  if (madeAt === null) return
  log.warn({ madeAt }, 'restored from a backup: compare the provider’s payments since then, at the desk')
  await db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, alertOwnerJob, { alert: 'restored', reference: madeAt }))
  await forgetRestoreNote(dataDir)
}
