import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata } from 'pg-boss'
import { drainQueue } from './drain-queue.ts'
import type { Job, JobRegister } from './job.ts'
import { type JobLog, silentLog } from './job-log.ts'
import { lockQueuedJob } from './lock-queued-job.ts'
import { bossSchema, ensureQueue, openBoss } from './open-boss.ts'
import { pgBossAdapter } from './pg-boss-adapter.ts'
import { pollQueues } from './poll-queues.ts'
import { type Run, runBatch } from './run-batch.ts'
import { type RegisteredJob, type Reporting, runJob } from './run-job.ts'

export type JobsSettings = Pick<Reporting, 'describeError'> & {
  kind: 'pglite' | 'postgres'
  pollSeconds?: number
  /** The log until `reportTo` replaces it; silent without it. */
  log?: JobLog
}

export type Jobs = JobRegister & {
  /** Replaces the log. */
  reportTo: (log: JobLog) => void
  /**
   * Enqueues a job in the caller's transaction. `startAfter` delays it. A `doesAll` job is enqueued
   * only if none waits. Throws for an invalid payload.
   */
  enqueue: <Payload extends object, Tables>(
    trx: Transaction<Tables>,
    job: Job<Payload>,
    payload: Payload,
    options?: { startAfter?: Date },
  ) => Promise<void>
  /** Starts the workers of this process. */
  startWorkers: () => Promise<void>
  /**
   * Runs all jobs that are due by `at`, and those that they enqueue, without workers. Failed jobs
   * wait for their retry. Returns the numbers of outcomes. For tests and commands.
   */
  drainQueue: (at?: Date) => Promise<{ succeeded: number; failed: number }>
  /** Throws when the queue's tables do not answer. */
  ping: () => Promise<void>
  /** Stops the workers and waits 2 s for running jobs; the next process repeats the rest. */
  stop: () => Promise<void>
}

const stopTimeoutMs = 2_000
const stopDeadlineMs = 4_000
/** Workers are notified of new jobs, and poll this often for missed ones. */
const idlePollSeconds = 60
/**
 * The batch size of a `doesAll: false` job. A full batch is followed by the next one immediately.
 */
const batchOptions = {
  includeMetadata: true,
  perJobResults: true,
  batchSize: 20,
  burstWhenBatchFull: true,
} as const

/** Opens the job queue: pg-boss in the product's own database, in a schema of its own that is made when missing. */
export async function openJobs<Tables>(db: Kysely<Tables>, settings: JobsSettings): Promise<Jobs> {
  const { describeError } = settings
  let log = settings.log ?? silentLog
  const registered = new Map<string, RegisteredJob>()
  const schedules: (() => Promise<void>)[] = []
  const onError = (error: unknown) => log.error({ error: describeError(error) }, 'job queue failed')
  let stopWaking = () => {}
  const boss = await openBoss(db, {
    kind: settings.kind,
    onError,
    onWarning: (warning) => log.warn({ warning }, 'job queue warns'),
  })
  const run: Run = (each, job) => runJob(each, job, { log, describeError })

  return {
    reportTo(given) {
      log = given
    },

    async register(job, work) {
      if (registered.has(job.name)) throw new Error(`job ${job.name} is registered twice`)
      await ensureQueue(boss, job)
      registered.set(job.name, {
        ...job,
        work: (run) => work({ ...run, payload: job.payload.parse(run.payload) }),
      })
    },

    async enqueue(trx, job, payload, { startAfter } = {}) {
      if (!registered.has(job.name)) throw new Error(`nobody does the job ${job.name}`)
      if (job.doesAll && !startAfter && (await lockQueuedJob(trx, job.name))) return
      const options = { db: fromKysely(trx), ...(startAfter && { startAfter }) }
      await boss.send(job.name, job.payload.parse(payload), options)
    },

    schedule(job, cron, payload) {
      if (job.retryLimit < 1) throw new Error(`${job.name} recurs: a run that was killed needs a second try`)
      const data = job.payload.parse(payload)
      schedules.push(() => boss.schedule(job.name, cron, data, { tz: 'UTC' }))
    },

    async startWorkers() {
      for (const begin of schedules) await begin()
      const options = { ...batchOptions, pollingIntervalSeconds: idlePollSeconds }
      const workers = new Map<string, string>()
      for (const each of registered.values()) {
        const work = (jobs: JobWithMetadata<object>[]) => runBatch(each, jobs, run)
        workers.set(each.name, await boss.work(each.name, options, work))
      }
      const everyMs = (settings.pollSeconds ?? 1) * 1000
      stopWaking = pollQueues({ boss, database: pgBossAdapter(db), workers, everyMs, onError })
    },

    drainQueue: (at = new Date()) => drainQueue({ db, boss, registered, run }, at),

    async ping() {
      // The queue's own query would yield to all other statements.
      await db.executeQuery(CompiledQuery.raw(`select 1 from ${bossSchema}.version`))
    },

    async stop() {
      stopWaking()
      // The queue's own stop may hang with the database.
      const stopped = boss.stop({ graceful: true, close: false, timeout: stopTimeoutMs })
      await Promise.race([stopped, sleep(stopDeadlineMs, undefined, { ref: false })])
    },
  }
}
