import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Asks the owner to look at something that only she can mend. `reference` is a number to search for. */
export const alertOwnerJob = defineJob({
  name: 'alert_owner',
  payload: z.object({
    alert: z.enum([
      'whatsapp_paused',
      'whatsapp_template',
      'whatsapp_undelivered',
      'amount_mismatch',
      'product_mismatch',
      'test_mismatch',
      'unknown_order',
      'receipt_failed',
      'backup_failed',
      'backup_overdue',
    ]),
    reference: z.string().max(60).optional(),
  }),
})
