import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Asks the buyer of a program to look at the number that WhatsApp does not reach. */
export const sendUnreachedNoteJob = defineJob({
  name: 'send_unreached_note',
  payload: z.object({ subscriptionId: z.uuid() }),
})
