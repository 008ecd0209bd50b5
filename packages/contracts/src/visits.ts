import { reportedSteps } from '@app/domain/visits/reported-steps'
import { z } from 'zod'

const mark = z.string().nullable()

/** `POST /api/visits`: how far a visit got, by beacon. Nothing of it says who somebody is or what they answered. */
export const tellVisitSchema = z.strictObject({
  id: z.uuid(),
  attempt: z.uuid(),
  step: z.int().min(1).max(reportedSteps.length),
  seconds: z.array(z.int().nullable()).max(reportedSteps.length),
  finished: z.boolean(),
  /** `utm_source`, `utm_medium`, `utm_campaign` of the address that the page was opened by, and whose link led to it. */
  from: z.tuple([mark, mark, mark, mark]),
  /** The answer of `GET /api/visits/token`. Anything longer is no token, and costs the visit nothing but its proof. */
  token: z.string().max(100).optional().catch(undefined),
})
export type TellVisit = z.output<typeof tellVisitSchema>
