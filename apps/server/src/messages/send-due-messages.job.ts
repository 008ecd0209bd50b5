import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Sends whatever messages are due. Which they are is in their own table, so one run more or less changes nothing. */
export const sendDueMessagesJob = defineJob({
  name: 'send_due_messages',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 3,
  // A long queue is sent for as long as it takes; a run that is given up goes on all the same.
  expireInSeconds: 15 * 60,
})
