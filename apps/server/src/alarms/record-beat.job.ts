import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Every minute: shows that the queue does what recurs, and forgets what nobody looks at any more. */
export const recordBeatJob = defineJob({
  name: 'record_beat',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
})
