import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Tells analytics what was written down for it. Recurs, so a try that failed needs no other. */
export const sendEventsJob = defineJob({
  name: 'send_analytics_events',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 60,
})
