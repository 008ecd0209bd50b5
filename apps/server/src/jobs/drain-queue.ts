import { CompiledQuery, type Kysely } from 'kysely'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { bossSchema } from './open-boss.ts'
import type { Run } from './run-batch.ts'
import type { RegisteredJob } from './run-job.ts'

type QueueToDrain<Tables> = {
  db: Kysely<Tables>
  boss: PgBoss
  registered: ReadonlyMap<string, RegisteredJob>
  run: Run
}

/**
 * Runs all jobs that are due at `at`, and those that they enqueue, until none is left or one
 * failed.
 */
export async function drainQueue<Tables>(
  { db, boss, registered, run }: QueueToDrain<Tables>,
  at: Date,
): Promise<{ succeeded: number; failed: number }> {
  const counts = { succeeded: 0, failed: 0 }
  let found: number
  do {
    found = 0
    await makeDueBefore(db, at)
    for (const each of registered.values()) {
      const jobs = await boss.fetch<object>(each.name, { batchSize: 100, includeMetadata: true })
      found += jobs.length
      for (const job of jobs) counts[await settle(boss, job, () => run(each, job))] += 1
    }
  } while (found > 0 && counts.failed === 0)
  return counts
}

async function settle(
  boss: PgBoss,
  job: JobWithMetadata<object>,
  run: () => Promise<void>,
): Promise<'succeeded' | 'failed'> {
  try {
    await run()
  } catch (error) {
    await boss.fail(job.name, job.id, { message: String(error) })
    return 'failed'
  }
  await boss.complete(job.name, job.id)
  return 'succeeded'
}

async function makeDueBefore<Tables>(db: Kysely<Tables>, at: Date): Promise<void> {
  const statement = `update ${bossSchema}.job set start_after = now()
    where state in ('created', 'retry') and start_after > now() and start_after <= $1`
  await db.executeQuery(CompiledQuery.raw(statement, [at.toISOString()]))
}
