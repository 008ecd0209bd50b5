import type { OwnerAlert } from '@app/content/ru/mail/owner-notice'
import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

export const alertSchema = z.enum([
  'amount_mismatch',
  'product_mismatch',
  'test_mismatch',
  'unknown_order',
  'other_order',
  'receipt_failed',
  'buyer_left',
  'number_unreached',
  'restored',
]) satisfies z.ZodType<OwnerAlert>

/** Asks the owner to look at something that only she can mend. `reference` is a number to search for, or the moment of a backup. */
export const alertOwnerJob = defineJob({
  name: 'alert_owner',
  payload: z.object({ alert: alertSchema, reference: z.string().max(60).optional() }),
})
