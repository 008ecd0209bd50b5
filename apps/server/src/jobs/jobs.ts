import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss } from 'pg-boss'
import { bossDatabase } from './boss-database.ts'
import type { Job, JobWork } from './job.ts'

export type JobLog = {
  info: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
  error: (facts: object, message: string) => void
}

export type JobsSettings = {
  kind: 'pglite' | 'postgres'
  log: JobLog
  /** What the log and the queue may keep of an error. */
  describeError: (error: unknown) => object
  pollSeconds?: number
}

export type EnqueueOptions = {
  /** Not before this; at once without it. */
  startAfter?: Date
}

type Registered = { job: Job<object>; work: JobWork<object> }

const schema = 'pgboss'
const noJob = '00000000-0000-0000-0000-000000000000'
const stopTimeoutMs = 8_000

/**
 * Opens the job queue: pg-boss in the product's own database, in a schema of its own that is made when missing.
 * Nothing is worked on before `startWorkers`.
 */
export async function openJobs<Tables>(db: Kysely<Tables>, settings: JobsSettings) {
  const { log, describeError } = settings
  const boss = new PgBoss({
    db: bossDatabase(db),
    backend: settings.kind,
    schema,
    superviseIntervalSeconds: 60,
    // Rebuilding indexes and watching vacuum are the owner's database's business, and PGlite has neither.
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error({ error: describeError(error) }, 'job queue failed'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue warns'))
  await boss.start()
  const registered = new Map<string, Registered>()

  return {
    /** Says who does a job. Every job must be known before it is enqueued. */
    async register<Payload extends object>(job: Job<Payload>, work: JobWork<Payload>): Promise<void> {
      if (registered.has(job.name)) throw new Error(`job ${job.name} is registered twice`)
      await ensureQueue(boss, job)
      registered.set(job.name, { job, work } as unknown as Registered)
    },

    /**
     * Enqueues a job in the transaction that causes it: it is there when that commits and never was when it does
     * not. Throws for a payload that the job does not know.
     */
    async enqueue<Payload extends object, Any>(
      trx: Transaction<Any>,
      job: Job<Payload>,
      payload: Payload,
      { startAfter }: EnqueueOptions = {},
    ): Promise<void> {
      if (!registered.has(job.name)) throw new Error(`nobody does the job ${job.name}`)
      await boss.send(job.name, job.payload.parse(payload), {
        db: fromKysely(trx),
        ...(startAfter && { startAfter }),
      })
    },

    /** Makes a job recur by a cron expression in a time zone, however many processes there are. */
    async schedule<Payload extends object>(
      job: Job<Payload>,
      cron: string,
      timezone: string,
      payload: Payload,
    ): Promise<void> {
      await boss.schedule(job.name, cron, job.payload.parse(payload), { tz: timezone })
    },

    async startWorkers(): Promise<void> {
      for (const each of registered.values()) {
        const options = { pollingIntervalSeconds: settings.pollSeconds ?? 1, includeMetadata: true } as const
        await boss.work(each.job.name, options, async ([job]: JobWithMetadata<object>[]) => {
          if (job) await runJob(each, job, settings)
        })
      }
    },

    /**
     * Does at once everything that is due by `at`, without workers or waiting, until nothing is left. Answers how
     * many runs succeeded and failed; what failed waits for its next try. For tests and for commands.
     */
    async runDue(at = new Date()): Promise<{ succeeded: number; failed: number }> {
      const counts = { succeeded: 0, failed: 0 }
      for (let found = true; found; ) {
        found = false
        // One look back only: what fails or is enqueued for later during this pass stays for a later call.
        await bringForward(db, at)
        for (const each of registered.values()) {
          for (const job of await boss.fetch<object>(each.job.name, {
            batchSize: 100,
            includeMetadata: true,
          })) {
            found = true
            try {
              await runJob(each, job, settings)
              await boss.complete(each.job.name, job.id)
              counts.succeeded++
            } catch (error) {
              await boss.fail(each.job.name, job.id, { message: String(error) })
              counts.failed++
            }
          }
        }
        if (counts.failed > 0) break
      }
      return counts
    },

    /** Throws when the queue's tables do not answer. */
    async ping(): Promise<void> {
      if (!(await boss.isInstalled())) throw new Error('the job queue is not installed')
    },

    /** Stops taking jobs and waits for those under way; what is not done in 8 s is done by the next process. */
    async stop(): Promise<void> {
      await boss.stop({ graceful: true, close: false, timeout: stopTimeoutMs })
    },
  }
}

export type Jobs = Awaited<ReturnType<typeof openJobs>>

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

async function runJob({ job, work }: Registered, found: JobWithMetadata<object>, settings: JobsSettings) {
  const attempt = found.retryCount + 1
  try {
    const isLastAttempt = found.retryCount >= found.retryLimit
    await work({ payload: job.payload.parse(found.data), attempt, isLastAttempt })
  } catch (error) {
    const facts = { job: job.name, jobId: found.id, attempt, error: settings.describeError(error) }
    if (found.retryCount >= found.retryLimit) settings.log.error(facts, 'job given up')
    else settings.log.warn(facts, 'job failed, will be tried again')
    // The queue keeps what is thrown, and an error may quote what people wrote.
    throw new Error(`${job.name} failed, see the log by its job id`)
  }
}

async function bringForward<Tables>(db: Kysely<Tables>, at: Date): Promise<void> {
  await db.executeQuery(
    CompiledQuery.raw(
      `update ${schema}.job set start_after = now() where state in ('created', 'retry') and start_after > now() and start_after <= $1`,
      [at.toISOString()],
    ),
  )
}
