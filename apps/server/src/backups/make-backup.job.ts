import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Makes the night's backup and restores it to look whether it is one. Recurs, so a try that failed needs few others. */
export const makeBackupJob = defineJob({
  name: 'make_backup',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 2,
  retryDelaySeconds: 600,
  expireInSeconds: 3 * 3600,
})
