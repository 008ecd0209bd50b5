import { z } from 'zod'
import { categories, subcategories } from './categories.ts'
import type { QuizResult } from './result.ts'

export const scoresSchema = z.object({ A: z.number(), B: z.number(), C: z.number() })

export const quizResultSchema = z.object({
  mainCategory: z.enum(categories),
  subCategory: z.enum(subcategories),
  scores: scoresSchema,
  rulesVersion: z.string(),
}) satisfies z.ZodType<QuizResult>
