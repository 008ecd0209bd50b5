import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Tells the owner when the last good backup is too old. */
export const watchBackupsJob = defineJob({
  name: 'watch_backups',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 2,
})
