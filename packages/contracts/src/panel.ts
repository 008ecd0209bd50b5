import { z } from 'zod'

/** `POST /api/panel/session`, by one of the staff: opens the panel's scripts to this browser until `expiresAt`. */
export const panelSessionSchema = z.object({
  expiresAt: z.string(),
  /** The bases the panel's environment switch chooses from. */
  apiUrls: z.object({ development: z.string(), production: z.string() }),
})
export type PanelSession = z.output<typeof panelSessionSchema>

/**
 * `GET /api/panel/row-security`: whether row security is on for `quiz_leads`, and how many of two
 * leads that were there for the asking, nobody's and the asker's, somebody else sees, and how many
 * leads they can change or delete. Where policies work, none. `row` is one of the two, filled in
 * every column, as it would be answered.
 */
export const rowSecuritySchema = z.object({
  isOn: z.boolean(),
  visitorSees: z.number().int(),
  visitorChanges: z.number().int(),
  strangerSees: z.number().int(),
  strangerChanges: z.number().int(),
  row: z.record(z.string(), z.unknown()),
})
export type RowSecurity = z.output<typeof rowSecuritySchema>
