import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Tells the buyer that their payment arrived. */
export const sendReceiptJob = defineJob({
  name: 'send_receipt',
  payload: z.object({ orderId: z.uuid() }),
})
