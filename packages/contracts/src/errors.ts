import { z } from 'zod'

/** Every code the product API may answer with; the web keeps a Russian text for each. */
export const errorCodes = [
  'invalid_input',
  'body_too_large',
  'unsupported_media_type',
  'not_found',
  'method_not_allowed',
  'unauthorized',
  'forbidden',
  'second_factor_required',
  'fresh_sign_in_required',
  'consent_required',
  'attempt_conflict',
  'rate_limited',
  'opted_out',
  'checklist_unanswered',
  'order_not_paid',
  'program_ended',
  'not_for_sale',
  'doctor_first',
  'already_bought',
  'messages_stopped',
  'whatsapp_off',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** The body of every refusal. `fields` names what to correct, by path (`contact.email`), with a code for each. */
export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.output<typeof errorBodySchema>
