import type { JobResult, JobWithMetadata } from 'pg-boss'
import type { RegisteredJob } from './run-job.ts'

export type Run = (each: RegisteredJob, job: JobWithMetadata<object>) => Promise<void>

/** Runs jobs side by side; of those that do all there is to do, the first does the others, too. */
export async function runBatch(
  each: RegisteredJob,
  jobs: JobWithMetadata<object>[],
  run: Run,
): Promise<JobResult[]> {
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
