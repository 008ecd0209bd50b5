import { programDays } from '@app/domain/orders/products'
import { subscriptionStates } from '@app/domain/subscriptions/subscription'
import { z } from 'zod'
import { deliveryStatusSchema } from './messages.ts'

/** One of the five days as its reader sees it. */
export const subscriptionDaySchema = z.object({
  day: z.number().int().min(1).max(programDays),
  theme: z.string(),
  /** How far its message got; null while it has not been sent. */
  status: deliveryStatusSchema.nullable(),
  /** When it was accepted for sending; an ISO instant. */
  sentAt: z.string().nullable(),
  /** The message, greeting its reader; null for the days to come. */
  text: z.string().nullable(),
})
export type SubscriptionDay = z.output<typeof subscriptionDaySchema>

/** The program that the signed-in user's cabinet shows: of those under way the one bought first, else the newest. */
export const subscriptionSchema = z.object({
  subscriptionId: z.string(),
  state: z.enum(subscriptionStates),
  /** The last day that was sent; 0 before the first. */
  currentDay: z.number().int(),
  /** The date of the next message, `2026-11-02`; null when none follows. */
  nextOn: z.string().nullable(),
  /** When messages go out there, `09:00`. */
  nextAt: z.string(),
  /** The reader asked us in WhatsApp to stop; СТАРТ brings the messages back. */
  optedOut: z.boolean(),
  /** The reader stopped the messages in the cabinet, where they can be taken up again. */
  withdrawn: z.boolean(),
  /** It was halted for now; nothing comes until it goes on. */
  paused: z.boolean(),
  /** Where its messages go, `+77010000000`; null when there is no phone to write to. */
  phone: z.string().nullable(),
  /** Where the checklist can be downloaded. */
  checklistUrl: z.string(),
  /** How many messages are still to come, of all the user's programs. */
  messagesLeft: z.number().int(),
  days: z.array(subscriptionDaySchema),
})
export type Subscription = z.output<typeof subscriptionSchema>

/** `GET /api/program`: null for a user without a program. */
export const subscriptionResponseSchema = z.object({ program: subscriptionSchema.nullable() })
