import { orderStates } from '@app/domain/orders/order'
import { productTypes } from '@app/domain/orders/products'
import { subscriptionStates } from '@app/domain/subscriptions/subscription'
import { z } from 'zod'
import { chargeSchema } from './payments.ts'

/** `POST /api/panel/orders`: orders by their number (InvId) or by the buyer's e-mail, which must not stand in an address. */
export const findOrdersRequestSchema = z.object({ query: z.string().trim().min(1).max(254) })
export type FindOrdersRequest = z.input<typeof findOrdersRequestSchema>

const panelOrderSchema = chargeSchema.extend({
  orderId: z.uuid(),
  invId: z.number().int(),
  product: z.enum(productTypes),
  state: z.enum(orderStates),
  /** Placed in the provider's test mode, where no money moves. */
  test: z.boolean(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  refundedAt: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  program: z.object({ state: z.enum(subscriptionStates), sentDays: z.number().int() }).nullable(),
  /** What the terms give back now; null unless it is paid. */
  refundDueTiyn: z.number().int().nullable(),
  /** Of the deposit, what the buyer still owes: another consultation had used it before this one was paid. */
  dueTiyn: z.number().int(),
  /** The number of the paid consultation whose price this program lowered; null when there is none. */
  depositUsedBy: z.number().int().nullable(),
  /** True when that consultation owes what goes back of this program. */
  isOwedBack: z.boolean(),
  /** The provider's calls about it, oldest first. */
  events: z.array(
    z.object({
      operation: z.enum(['result', 'status']),
      verdict: z.string(),
      receivedAt: z.string(),
      repeats: z.number().int(),
    }),
  ),
})
export type PanelOrder = z.output<typeof panelOrderSchema>

export const findOrdersResponseSchema = z.object({ orders: z.array(panelOrderSchema) })

/** `POST /api/panel/orders/{orderId}/refund`: the money was given back at the provider. Answers the order as it is now. */
export const refundResponseSchema = z.object({ order: panelOrderSchema })
