import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Sends queued events to analytics. It recurs, so it needs no retry. */
export const sendEventsJob = defineJob({
  name: 'send_analytics_events',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 60,
})
