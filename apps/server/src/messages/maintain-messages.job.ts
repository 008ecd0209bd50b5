import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Every minute: picks up events and messages that a stopped process left. */
export const maintainMessagesJob = defineJob({
  // As queues know it that recur already: under another name, the old one would go on being enqueued.
  name: 'tend_messages',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 15 * 60,
})
