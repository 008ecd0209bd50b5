import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Tells the buyer that their money was given back. */
export const sendRefundNoteJob = defineJob({
  name: 'send_refund_note',
  payload: z.object({ orderId: z.uuid() }),
})
