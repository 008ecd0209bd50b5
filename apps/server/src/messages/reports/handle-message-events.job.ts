import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Handles whatever the provider has reported and nobody has handled yet. */
export const handleMessageEventsJob = defineJob({
  name: 'handle_message_events',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 3,
})
