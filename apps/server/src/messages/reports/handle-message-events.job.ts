import { z } from 'zod'
import { defineJob } from '../../jobs/job.ts'

/** Handles stored events of the provider. */
export const handleMessageEventsJob = defineJob({
  name: 'handle_message_events',
  payload: z.object({}),
  doesAll: true,
  retryLimit: 3,
})
