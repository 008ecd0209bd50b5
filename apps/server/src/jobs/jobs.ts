import { setTimeout as sleep } from 'node:timers/promises'
import { unhurried } from '@app/platform/database/unhurried'
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { bossDatabase } from './boss-database.ts'
import type { Job, JobRegister, JobRun } from './job.ts'

export type JobLog = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

export type JobsSettings = {
  kind: 'pglite' | 'postgres'
  /** What the log may keep of an error. */
  describeError: (error: unknown) => object
  pollSeconds?: number
  /** Where the queue tells what happens to jobs, before `reportTo` says otherwise; silent without it. */
  log?: JobLog
}

/** What stands around every run of a job, and sees how long it takes and how it ends. */
export type RunJob = (run: { job: string; attempt: number }, work: () => Promise<void>) => Promise<void>

/** The product's job queue. */
export type Jobs = JobRegister & {
  /** From now on every job is run within this. */
  runWithin: (around: RunJob) => void
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
  runDue: (at?: Date) => Promise<{ succeeded: number; failed: number }>
  /** Throws when the queue's tables do not answer. */
  ping: () => Promise<void>
  /** Stops taking jobs and waits for those under way; what is not done in 2 s is done by the next process. */
  stop: () => Promise<void>
}

/** A job that this process can do; `work` reads the payload as it was kept. */
type Registered = Pick<Job<object>, 'name' | 'doesAll' | 'expireInSeconds'> & {
  work: (run: JobRun<unknown>) => Promise<void>
}

const schema = 'pgboss'
const noJob = '00000000-0000-0000-0000-000000000000'
const stopTimeoutMs = 2_000
const longestStopMs = 4_000
/** So many jobs of a kind are taken at once, and the next ones right after them: one look a second would do one a second. */
const batchSize = 20
/** Of the time that a batch has, a job has this much, so that one that hangs does not fail those beside it. */
const ownShare = 0.9
const silence: JobLog = { info() {}, warn() {}, error() {} }

/** Opens the job queue: pg-boss in the product's own database, in a schema of its own that is made when missing. */
export async function openJobs<Tables>(db: Kysely<Tables>, settings: JobsSettings): Promise<Jobs> {
  let log = settings.log ?? silence
  let around: RunJob = (_run, work) => work()
  const registered = new Map<string, Registered>()
  const schedules: (() => Promise<void>)[] = []
  const boss = new PgBoss({
    db: bossDatabase(db),
    backend: settings.kind,
    schema,
    // Rebuilding indexes and watching vacuum are the business of the database's owner, and PGlite knows neither.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) =>
    log.error({ error: settings.describeError(toError(error)) }, 'job queue failed'),
  )
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warns'))
  await boss.start()

  const run = (each: Registered, job: JobWithMetadata<object>) =>
    unhurried(() =>
      around({ job: each.name, attempt: job.retryCount + 1 }, () =>
        runJob(each, job, { log, describeError: settings.describeError }),
      ),
    )

  return {
    reportTo(given) {
      log = given
    },

    runWithin(given) {
      around = given
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
      if (job.doesAll && !startAfter && (await holdWaiting(trx, job.name))) return
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
      const options = {
        pollingIntervalSeconds: settings.pollSeconds ?? 1,
        includeMetadata: true,
        perJobResults: true,
        batchSize,
        burstWhenBatchFull: true,
      } as const
      for (const each of registered.values()) {
        await boss.work(each.name, options, (jobs: JobWithMetadata<object>[]) => runBatch(each, jobs, run))
      }
    },

    async runDue(at = new Date()) {
      const counts = { succeeded: 0, failed: 0 }
      let found: number
      do {
        found = 0
        await bringForward(db, at)
        for (const each of registered.values()) {
          const jobs = await boss.fetch<object>(each.name, { batchSize: 100, includeMetadata: true })
          found += jobs.length
          for (const job of jobs) counts[await settle(boss, job, () => run(each, job))] += 1
        }
      } while (found > 0 && counts.failed === 0)
      return counts
    },

    async ping() {
      // Not as the queue itself asks, which lets everybody else go first.
      await db.executeQuery(CompiledQuery.raw(`select 1 from ${schema}.version`))
    },

    async stop() {
      // What the queue does by itself may hang on a database that hangs, for minutes.
      const stopped = boss.stop({ graceful: true, close: false, timeout: stopTimeoutMs })
      await Promise.race([stopped, sleep(longestStopMs, undefined, { ref: false })])
    },
  }
}

async function ensureQueue<Payload extends object>(boss: PgBoss, job: Job<Payload>): Promise<void> {
  const options = {
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryDelayMax: job.retryDelayMaxSeconds,
    retryBackoff: true,
    expireInSeconds: job.expireInSeconds,
  }
  await boss.createQueue(job.name, options)
  await boss.updateQueue(job.name, options)
  // Makes pg-boss remember the queue now: later it would ask for it outside the transaction that enqueues, and
  // PGlite's one connection would wait for itself.
  await boss.findJobs(job.name, { id: noJob })
}

/** pg-boss tells of some errors as plain objects with the fields of one. */
function toError(told: unknown): unknown {
  return told instanceof Error || typeof told !== 'object' ? told : Object.assign(new Error(), told)
}

type Reporting = Pick<JobsSettings, 'describeError'> & { log: JobLog }

async function runJob(
  { name, work, expireInSeconds }: Registered,
  found: JobWithMetadata<object>,
  reporting: Reporting,
) {
  const attempt = found.retryCount + 1
  const isLastAttempt = found.retryCount >= found.retryLimit
  try {
    await inTime(work({ payload: found.data, attempt, isLastAttempt }), expireInSeconds * ownShare * 1000)
  } catch (error) {
    const facts = { job: name, jobId: found.id, attempt, error: reporting.describeError(error) }
    if (isLastAttempt) reporting.log.error(facts, 'a job is given up')
    else reporting.log.warn(facts, 'a job failed and will be tried again')
    // The queue keeps what is thrown here, and the error itself may quote what people wrote.
    throw new Error('failed; the log says why, by the id of the job')
  }
}

type Run = (each: Registered, job: JobWithMetadata<object>) => Promise<void>

/** Runs jobs side by side; of those that do all there is to do, the first does the others, too. */
async function runBatch(each: Registered, jobs: JobWithMetadata<object>[], run: Run): Promise<JobResult[]> {
  const endOf = async (job: JobWithMetadata<object>): Promise<Omit<JobResult, 'id'>> => {
    try {
      await run(each, job)
      return { status: 'completed' }
    } catch (error) {
      return { status: 'failed', output: { message: String(error) } }
    }
  }
  const [first] = jobs
  if (!each.doesAll || !first) {
    return Promise.all(jobs.map(async (job) => ({ id: job.id, ...(await endOf(job)) })))
  }
  const end = await endOf(first)
  return jobs.map(({ id }) => ({ id, ...end }))
}

/** Rejects when the work takes longer; nothing ends the work itself. */
async function inTime(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('took too long')), limitMs)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Whether such a job waits, which it then goes on doing until the transaction ends: a run that began earlier would not
 * see what the transaction has written.
 */
async function holdWaiting<Tables>(trx: Transaction<Tables>, name: string): Promise<boolean> {
  const statement = `select 1 from ${schema}.job
    where name = $1 and state = 'created' and start_after <= now() limit 1 for share skip locked`
  return (await trx.executeQuery(CompiledQuery.raw(statement, [name]))).rows.length > 0
}

async function settle(boss: PgBoss, job: JobWithMetadata<object>, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    await boss.fail(job.name, job.id, { message: String(error) })
    return 'failed'
  }
  await boss.complete(job.name, job.id)
  return 'succeeded'
}

async function bringForward<Tables>(db: Kysely<Tables>, at: Date): Promise<void> {
  const statement = `update ${schema}.job set start_after = now()
    where state in ('created', 'retry') and start_after > now() and start_after <= $1`
  await db.executeQuery(CompiledQuery.raw(statement, [at.toISOString()]))
}
