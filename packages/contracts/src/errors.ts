import { z } from 'zod'
import { errorCodes } from './error-codes.ts'

/** The body of every refusal. `fields` names what to correct, by path (`contact.email`), with a code for each. */
export const errorBodySchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
export type ErrorBody = z.output<typeof errorBodySchema>
