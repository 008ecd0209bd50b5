import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Records every minute that the queue works, and deletes old messages to the owner. */
export const recordBeatJob = defineJob({
  name: 'record_beat',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
})
