import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Mails the receipt to the buyer. */
export const sendReceiptJob = defineJob({
  name: 'send_receipt',
  payload: z.object({ orderId: z.uuid() }),
})
