import { z } from 'zod'
import { categories, subcategories } from '../result/categories.ts'
import type { PaymentIntent } from './payment-intent.ts'
import { productTypes } from './products.ts'

export const paymentIntentSchema = z.object({
  id: z.string().startsWith('pi_'),
  productType: z.enum(productTypes),
  timestamp: z.number(),
  price: z.number(),
  expiresAt: z.number(),
  category: z.enum(categories).nullable(),
  subcategory: z.enum(subcategories).nullable(),
  userId: z.string().nullable(),
  hasEmail: z.boolean(),
  source: z.string(),
}) satisfies z.ZodType<PaymentIntent>

/** What the payment success page shows; blue is the consultation, green the program, purple an unknown product. */
export const productSummarySchema = z.object({
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
