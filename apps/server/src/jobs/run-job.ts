import { runInBackground } from '@app/platform/database/run-in-background'
import type { JobWithMetadata } from 'pg-boss'
import type { Job, JobRun } from './job.ts'
import type { JobLog } from './job-log.ts'

/** A registered job; `work` parses the stored payload. */
export type RegisteredJob = Pick<Job<object>, 'name' | 'doesAll' | 'expireInSeconds'> & {
  work: (run: JobRun<unknown>) => Promise<void>
}

export type Reporting = {
  log: JobLog
  /** Returns the facts of an error that the log may keep. */
  describeError: (error: unknown) => object
}

/** A job's share of its batch's time, so that a hanging job does not fail the others. */
const jobShareOfBatchTime = 0.9

/** Runs a job once. Logs a failure and throws. */
export function runJob(
  job: RegisteredJob,
  found: JobWithMetadata<object>,
  { log, describeError }: Reporting,
): Promise<void> {
  return runInBackground(async () => {
    const attempt = found.retryCount + 1
    const isLastAttempt = found.retryCount >= found.retryLimit
    try {
      const done = job.work({ payload: found.data, attempt, isLastAttempt })
      await withTimeout(done, job.expireInSeconds * jobShareOfBatchTime * 1000)
    } catch (error) {
      const facts = { job: job.name, jobId: found.id, attempt, error: describeError(error) }
      if (isLastAttempt) log.error(facts, 'a job is given up')
      else log.warn(facts, 'a job failed and will be tried again')
      // The queue stores the thrown message, so it must not quote user data.
      throw new Error('failed; the log says why, by the id of the job')
    }
  })
}

/** Rejects when the work takes longer; nothing ends the work itself. */
async function withTimeout(work: Promise<void>, limitMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('took too long')), limitMs)
  try {
    await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
