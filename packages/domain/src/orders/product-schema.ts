import { z } from 'zod'
import { productTypes } from './products.ts'

/**
 * The content of the payment success page. Blue is the consultation, green the program, purple an
 * unknown product.
 */
const productSummarySchema = z.object({
  type: z.enum([...productTypes, 'unknown']),
  title: z.string(),
  description: z.string(),
  priceTiyn: z.number().int(),
  duration: z.string(),
  features: z.array(z.string()),
  nextSteps: z.array(z.string()),
  icon: z.string(),
  colorScheme: z.enum(['blue', 'green', 'purple']),
})
export type ProductSummary = z.output<typeof productSummarySchema>
