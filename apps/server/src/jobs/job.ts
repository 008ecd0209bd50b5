import type { z } from 'zod'

/** A kind of work that is done later, and may be done twice. Named verb–noun: `send_receipt`. */
export type Job<Payload extends object> = {
  name: string
  /** Ids only: what people wrote stays in their own tables. */
  payload: z.ZodType<Payload>
  /**
   * The number of times that the work is tried again after it threw, each time later: 2, 4, 8 …
   * times `retryDelaySeconds`.
   */
  retryLimit: number
  retryDelaySeconds: number
  /** The longest pause between two tries. */
  retryDelayMaxSeconds: number
  /** Work that takes longer is given up and tried again. */
  expireInSeconds: number
  /** True when one run handles all pending work, so that one queued job is enough. */
  doesAll: boolean
}

/** The arguments of a job's work: the payload and the attempt, from 1. */
export type JobRun<Payload> = { payload: Payload; attempt: number; isLastAttempt: boolean }
export type JobWork<Payload> = (run: JobRun<Payload>) => Promise<void>

const jobDefaults = {
  retryLimit: 12,
  retryDelaySeconds: 15,
  retryDelayMaxSeconds: 4 * 60 * 60,
  expireInSeconds: 120,
  doesAll: false,
}

/** Defines a job. By default it is retried for about a day and a half. */
export function defineJob<Payload extends object>(
  job: Pick<Job<Payload>, 'name' | 'payload'> & Partial<Job<Payload>>,
): Job<Payload> {
  return { ...jobDefaults, ...job }
}

/** Registers a job's work and its schedule. */
export type JobRegistration = (jobs: JobRegister) => Promise<void>

/** The part of the queue that jobs are made known to. */
export type JobRegister = {
  /** Says who does a job. Every job must be known before it is enqueued. */
  register: <Payload extends object>(job: Job<Payload>, work: JobWork<Payload>) => Promise<void>
  /** Makes a job recur by a cron expression in UTC, once however many processes there are. Begins with the workers. */
  schedule: <Payload extends object>(job: Job<Payload>, cron: string, payload: Payload) => void
}

/** A job with who does it. One with a `cron` recurs, too. */
export function registerJob<Payload extends object>(
  job: Job<Payload>,
  work: JobWork<Payload>,
  recurring?: { cron: string; payload: Payload },
): JobRegistration {
  return async (jobs) => {
    await jobs.register(job, work)
    if (recurring) jobs.schedule(job, recurring.cron, recurring.payload)
  }
}
