import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Mails a user what was taken from their account: sessions, second factors or passkeys. */
export const notifyAccountJob = defineJob({
  name: 'tell_sessions_ended',
  payload: z.object({
    userId: z.uuid(),
    at: z.iso.datetime(),
    kind: z.enum(['sessions_ended', 'factor_removed', 'passkey_removed']).default('sessions_ended'),
  }),
})
