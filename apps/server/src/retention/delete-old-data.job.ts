import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Deletes what the privacy policy says is kept no longer. Recurs daily, so a try that failed needs few others. */
export const forgetOldDataJob = defineJob({
  name: 'forget_old_data',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 2,
  expireInSeconds: 3600,
})
