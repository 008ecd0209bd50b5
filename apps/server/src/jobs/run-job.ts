import { runInBackground } from '@app/platform/database/run-in-background'
import type { JobWithMetadata } from 'pg-boss'
import type { Job, JobRun } from './job.ts'
import type { JobLog } from './job-log.ts'

/** A job that this process can do; `work` reads the payload as it was kept. */
export type RegisteredJob = Pick<Job<object>, 'name' | 'doesAll' | 'expireInSeconds'> & {
  work: (run: JobRun<unknown>) => Promise<void>
}

export type Reporting = {
  log: JobLog
  /** Returns the facts of an error that the log may keep. */
  describeError: (error: unknown) => object
}

/** Of the time that a batch has, a job has this much, so that one that hangs does not fail those beside it. */
const jobShareOfBatchTime = 0.9

/** Does a job once. Throws when it failed, after the log was told why. */
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
      // The queue keeps what is thrown here, and the error itself may quote what people wrote.
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
