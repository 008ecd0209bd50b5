import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Asks the provider about an order that stays unpaid. */
export const reconcileOrderJob = defineJob({
  name: 'reconcile_order',
  payload: z.object({ orderId: z.uuid() }),
})
