import { z } from 'zod'

const text = z.string().nullable()
const json = z.json().nullable()
const instant = z.string().regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/)

/** A row of `quiz_leads` as the data service answers it, column by column. */
export const leadRowSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid().nullable(),
  created_at: instant,
  name: text,
  email: text,
  phone: text,
  quiz_answers: json,
  category: text,
  locale: text,
  country: text,
  city: text,
  attempt_id: z.uuid().nullable(),
  rules_version: text,
  scores: json,
  result_token: text,
  ownership: z.enum(['own', 'linked', 'anonymous']),
  confirmed_at: instant.nullable(),
})
export type LeadRow = z.output<typeof leadRowSchema>

/** Every column of `quiz_leads`. */
export const leadRowColumns = Object.keys(leadRowSchema.shape)
