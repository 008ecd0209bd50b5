import { consentActions, consentKinds } from '@app/domain/consents/consent'
import { z } from 'zod'

/** `GET /api/consents`: how the signed-in user stands to every text. */
const consentStandingSchema = z.object({
  kind: z.enum(consentKinds),
  state: z.enum([...consentActions, 'never']),
  /** Of the text they last acted on; null when they never did. */
  version: z.string().nullable(),
  at: z.string().nullable(),
  /** What they can do about it now. */
  change: z.enum(['give', 'withdraw', 'delete_account', 'take_quiz']),
})
export type ConsentStandingBody = z.output<typeof consentStandingSchema>

export const consentsResponseSchema = z.object({ consents: z.array(consentStandingSchema) })
export type ConsentsResponse = z.output<typeof consentsResponseSchema>

/** `POST /api/consents`: give a consent, to the version of the text that is shown, or take it back. Answers like `GET`. */
export const changeConsentRequestSchema = z.object({
  kind: z.enum(consentKinds),
  act: z.enum(consentActions),
  version: z.string().max(40),
})
export type ChangeConsentRequest = z.input<typeof changeConsentRequestSchema>
