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
  /** Where the queue tells what happens to jobs, before `reportTo` says otherwise; silent without it. */
  log?: JobLog
}

/** The product's job queue. */
export type Jobs = JobRegister & {
  /** From now on the queue tells this log what happens to jobs. */
  reportTo: (log: JobLog) => void
  /**
   * Enqueues a job in the transaction that causes it: it is there when that commits and never was when it does not.
   * `startAfter` keeps it from being done earlier. A job that does all there is to do is enqueued only if none waits.
   * Throws for a payload that the job does not know.
   */
  enqueue: <Payload extends object, Tables>(
    trx: Transaction<Tables>,
    job: Job<Payload>,
    payload: Payload,
    options?: { startAfter?: Date },
  ) => Promise<void>
  /** From now on this process does jobs. */
  startWorkers: () => Promise<void>
  /**
   * Does at once, without workers, everything that is due by `at`, also what that causes, until nothing is left or
   * something failed; what failed waits for its next try. Answers how many runs ended how. For tests and commands.
   */
  drainQueue: (at?: Date) => Promise<{ succeeded: number; failed: number }>
  /** Throws when the queue's tables do not answer. */
  ping: () => Promise<void>
  /** Stops taking jobs and waits for those under way; what is not done in 2 s is done by the next process. */
  stop: () => Promise<void>
}

const stopTimeoutMs = 2_000
const stopDeadlineMs = 4_000
/** A worker is woken when there is something to do, and looks by itself for what nobody saw. */
const idlePollSeconds = 60
/** So many jobs of a kind are taken at once, and the next ones right after them: one look a second would do one a second. */
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
      // Not as the queue itself asks, which lets everybody else go first.
      await db.executeQuery(CompiledQuery.raw(`select 1 from ${bossSchema}.version`))
    },

    async stop() {
      stopWaking()
      // What the queue does by itself may hang on a database that hangs, for minutes.
      const stopped = boss.stop({ graceful: true, close: false, timeout: stopTimeoutMs })
      await Promise.race([stopped, sleep(stopDeadlineMs, undefined, { ref: false })])
    },
  }
}
