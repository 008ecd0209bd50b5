import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Resumes events and messages that a stopped process left, every minute. */
export const maintainMessagesJob = defineJob({
  // The name must stay, because queues know it.
  name: 'tend_messages',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 15 * 60,
})
