import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/**
 * Deletes people with deleted accounts at the analytics provider. It recurs, so it needs no retry.
 */
export const erasePeopleJob = defineJob({
  name: 'erase_analytics_people',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 300,
})
