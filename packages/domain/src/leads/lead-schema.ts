import { z } from 'zod'
import { quizAnswersSchema } from '../quiz/answers-schema.ts'

/** A row of `quiz_leads` as the specification, section 3, names its fields. */
export const leadSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid().nullable(),
  created_at: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  quiz_answers: quizAnswersSchema,
  /** Main category and subcategory concatenated: `AA1`. */
  category: z.string(),
  locale: z.string(),
  country: z.string(),
  city: z.string(),
})
export type Lead = z.output<typeof leadSchema>
