import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Asks the provider about an order that stays unpaid; `turn` says which question it is, so that a repeated job asks none twice. */
export const reconcileOrderJob = defineJob({
  name: 'reconcile_order',
  payload: z.object({ orderId: z.uuid(), turn: z.number().int().default(0) }),
})
