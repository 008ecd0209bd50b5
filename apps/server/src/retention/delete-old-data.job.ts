import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Deletes expired data by the privacy policy, daily. */
export const deleteOldDataJob = defineJob({
  name: 'forget_old_data',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 2,
  expireInSeconds: 3600,
})
