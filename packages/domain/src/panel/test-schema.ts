import { z } from 'zod'

/** A test of the internal panel (specification, section 3). */
const testDefinitionSchema = z.object({
  name: z.string(),
  description: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  endpoint: z.string(),
  payload: z.json().optional(),
  body: z.json().optional(),
})
export type TestDefinition = z.output<typeof testDefinitionSchema>

const testResultSchema = z.object({
  success: z.boolean(),
  message: z.string(),
  timestamp: z.string(),
  error: z.string().optional(),
  data: z.json().optional(),
})
export type TestResult = z.output<typeof testResultSchema>

export const savedTestSchema = z.object({ name: z.string(), test: testDefinitionSchema.omit({ name: true }) })
export type SavedTest = z.output<typeof savedTestSchema>
