import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Tells a user that the owner has ended their sessions. */
export const tellSessionsEndedJob = defineJob({
  name: 'tell_sessions_ended',
  payload: z.object({ userId: z.uuid(), at: z.iso.datetime() }),
})
