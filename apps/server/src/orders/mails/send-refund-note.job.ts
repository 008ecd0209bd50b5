import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Mails the buyer about a refund. */
export const sendRefundNoteJob = defineJob({
  name: 'send_refund_note',
  payload: z.object({ orderId: z.uuid() }),
})
