import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Every minute: picks up events and messages that a stopped process left, and tells the owner what needs her. */
export const tendMessagesJob = defineJob({
  name: 'tend_messages',
  payload: z.object({}),
  retryLimit: 0,
  expireInSeconds: 15 * 60,
})
