import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Tells the owner that somebody paid. */
export const notifyOwnerJob = defineJob({
  name: 'notify_owner',
  payload: z.object({ orderId: z.uuid() }),
})
