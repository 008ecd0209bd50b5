import { z } from 'zod'

/** `POST /api/panel/session`, by an administrator: opens the panel's scripts to this browser until `expiresAt`. */
export const panelSessionSchema = z.object({
  expiresAt: z.string(),
  /** The bases the panel's environment switch chooses from. */
  apiUrls: z.object({ development: z.string(), production: z.string() }),
})
export type PanelSession = z.output<typeof panelSessionSchema>
