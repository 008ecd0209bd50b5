import type { Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Job } from './job.ts'
import { pgBossAdapter } from './pg-boss-adapter.ts'

/** The schema of the queue's tables. */
export const bossSchema = 'pgboss'
const noJob = '00000000-0000-0000-0000-000000000000'

type BossSettings = {
  kind: 'pglite' | 'postgres'
  onError: (error: unknown) => void
  onWarning: (message: string) => void
}

/** Starts pg-boss, which makes its tables when they are missing. */
export async function openBoss<Tables>(db: Kysely<Tables>, settings: BossSettings): Promise<PgBoss> {
  const boss = new PgBoss({
    db: pgBossAdapter(db),
    backend: settings.kind,
    schema: bossSchema,
    // Rebuilding indexes and watching vacuum are the business of the database's owner, and PGlite
    // knows neither.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => settings.onError(toError(error)))
  boss.on('warning', ({ message }) => settings.onWarning(message))
  await boss.start()
  return boss
}

/** pg-boss reports some errors as plain objects. */
function toError(told: unknown): unknown {
  return told instanceof Error || typeof told !== 'object' ? told : Object.assign(new Error(), told)
}

/** Makes a job's queue when it is missing, and lets it have what the job says of tries now. */
export async function ensureQueue<Payload extends object>(boss: PgBoss, job: Job<Payload>): Promise<void> {
  const options = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryDelayMax: job.retryDelayMaxSeconds,
    retryBackoff: true,
    expireInSeconds: job.expireInSeconds,
  }
  await boss.createQueue(job.name, options)
  await boss.updateQueue(job.name, options)
  // Makes pg-boss remember the queue now: later it would ask for it outside the transaction that
  // enqueues, and PGlite's one connection would wait for itself.
  await boss.findJobs(job.name, { id: noJob })
}
