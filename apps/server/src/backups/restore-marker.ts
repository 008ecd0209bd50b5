import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { JobLog } from '../jobs/job-log.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { alertOwnerJob } from '../mail/alert-owner.job.ts'
import type { Tables } from '../services/tables.ts'

const markerPath = (dataDir: string) => join(dataDir, 'restored-from')

/**
 * Writes the time of the restored backup beside the data. The file is readable for all users,
 * because the folder is private.
 */
export function writeRestoreMarker(dataDir: string, madeAt: Date): Promise<void> {
  return writeFile(markerPath(dataDir), madeAt.toISOString(), { mode: 0o644, flush: true })
}

export function removeRestoreMarker(dataDir: string): Promise<void> {
  return rm(markerPath(dataDir), { force: true })
}

type Services = { db: Kysely<Tables>; jobs: Pick<Jobs, 'enqueue'>; log: Pick<JobLog, 'warn'> }

/**
 * Notifies the owner at the first start after a restore, so that she checks for later payments.
 * Throws for an unreadable marker.
 */
export async function notifyOwnerOfRestore({ db, jobs, log }: Services, dataDir: string): Promise<void> {
  const madeAt = await readMarker(dataDir)
  if (madeAt === null) return
  log.warn({ madeAt }, 'restored from a backup: compare the provider’s payments since then, at the desk')
  await db
    .transaction()
    .execute((trx) => jobs.enqueue(trx, alertOwnerJob, { alert: 'restored', reference: madeAt }))
  await removeRestoreMarker(dataDir)
}

async function readMarker(dataDir: string): Promise<string | null> {
  return readFile(markerPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
