import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Sends whatever messages are due. Which they are is in their own table, so one run more or less changes nothing. */
export const sendDueMessagesJob = defineJob({
  name: 'send_due_messages',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 3,
  // A long queue takes long, and an expired run continues anyway.
  expireInSeconds: 15 * 60,
})
