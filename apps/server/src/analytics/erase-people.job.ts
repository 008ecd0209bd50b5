import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Has the analytics provider forget the people whose accounts are gone. Recurs, so a try that failed needs no other. */
export const erasePeopleJob = defineJob({
  name: 'erase_analytics_people',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 300,
})
