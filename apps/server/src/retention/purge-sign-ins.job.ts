import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Clears away what old sign-ins left in our own platform. Recurs daily, so a try that failed needs few others. */
export const purgeSignInsJob = defineJob({
  name: 'purge_sign_ins',
  doesAll: true,
  payload: z.object({}),
  retryLimit: 2,
  expireInSeconds: 3600,
})
