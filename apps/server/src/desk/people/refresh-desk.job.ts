import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Reads what has changed about people, so that the desk opens with it read. */
export const refreshDeskJob = defineJob({
  name: 'take_desk_changes',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 1,
  expireInSeconds: 15 * 60,
})
