import { z } from 'zod'

/** One sign-in of the user that goes on. */
const accountSessionSchema = z.object({
  id: z.uuid(),
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  signedInAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The session that asks. */
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>

/** `GET /api/account/sessions`, and what is left after one or all others are ended. */
export const accountSessionsSchema = z.object({ sessions: z.array(accountSessionSchema) })
