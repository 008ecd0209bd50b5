import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Notifies the owner of a payment. */
export const notifyOwnerJob = defineJob({
  name: 'notify_owner',
  payload: z.object({ orderId: z.uuid() }),
})
