import { deliveryStatuses } from '@app/domain/messages/delivery'
import { categories, categoryOf, subcategories } from '@app/domain/result/categories'
import { z } from 'zod'

/** `POST /api/whatsapp/send-checklist`: send the checklist of a subcategory to a phone, however it is written. */
export const sendChecklistRequestSchema = z
  .object({
    phoneNumber: z.string().max(40),
    category: z.enum(categories),
    subcategory: z.enum(subcategories),
    /** Of the lead whose number this is: with it the checklist is one that its own visitor asked for. */
    resultToken: z.string().max(100).optional(),
  })
  .refine(({ category, subcategory }) => categoryOf(subcategory) === category, {
    path: ['subcategory'],
    message: 'not_of_category',
  })
export type SendChecklistRequest = z.input<typeof sendChecklistRequestSchema>

/** The message is kept and will be sent. */
export const sendChecklistResponseSchema = z.object({ status: z.literal('queued') })

export const deliveryStatusSchema = z.enum(deliveryStatuses)
