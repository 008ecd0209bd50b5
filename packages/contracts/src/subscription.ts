import { programDays } from '@app/domain/orders/products'
import { subscriptionStates } from '@app/domain/subscriptions/subscription'
import { z } from 'zod'
import { deliveryStatusSchema } from './messages.ts'

/** One of the five days as its reader sees it. */
const subscriptionDaySchema = z.object({
  day: z.number().int().min(1).max(programDays),
  theme: z.string(),
  /** How far its message got; null while it has not been sent. */
  status: deliveryStatusSchema.nullable(),
  /** The time when it was accepted for sending; an ISO instant. */
  sentAt: z.string().nullable(),
  /** The message, greeting its reader; null for the days to come. */
  text: z.string().nullable(),
})
export type SubscriptionDay = z.output<typeof subscriptionDaySchema>

/** A program as its buyer's cabinet shows it. */
const ownProgramSchema = z.object({
  subscriptionId: z.string(),
  /** The number of its order. */
  invId: z.number().int(),
  state: z.enum(subscriptionStates),
  /** The last day that was sent; 0 before the first. */
  currentDay: z.number().int(),
  /** It was bought for somebody else's number. */
  isGift: z.boolean(),
  /** True when a new phone of the account becomes the phone of this program. */
  follows: z.boolean(),
  /** The date of the next message, `2026-11-02`; null when none follows, or when it is not known. */
  nextOn: z.string().nullable(),
  /** It comes this morning, whose hour has come and is not over. */
  isToday: z.boolean(),
  /** Of one that has not begun: next morning, it should have, or after another of theirs to the same number. */
  begins: z.enum(['soon', 'late', 'after_own']).nullable(),
  /** When messages go out there, `09:00`. */
  nextAt: z.string(),
  /** Before when they do, `12:00`. */
  nextUntil: z.string(),
  /** The reader asked us in WhatsApp to stop; СТАРТ brings the messages back. */
  optedOut: z.boolean(),
  /** The reader stopped the messages in the cabinet, where they can be taken up again. */
  withdrawn: z.boolean(),
  /** WhatsApp does not reach its number: nothing comes until that is mended. */
  unreached: z.boolean(),
  /** It was halted for now; nothing comes until it goes on. */
  paused: z.boolean(),
  /** Where its messages go, `+77010000000`; null when there is no phone to write to. */
  phone: z.string().nullable(),
  /** That number alone may still be mended. */
  canMendPhone: z.boolean(),
  /** The place where the checklist can be downloaded. */
  checklistUrl: z.string(),
  /** None of a gift's: what came of it is its reader's to know. */
  days: z.array(subscriptionDaySchema),
})
export type OwnProgram = z.output<typeof ownProgramSchema>

/** `GET /api/program`: the user's programs in the order of their cabinet. */
export const ownProgramsSchema = z.object({
  programs: z.array(ownProgramSchema),
  /** The number of messages that are still to come, of all of them. */
  messagesLeft: z.number().int(),
})

/** `POST /api/program/{subscriptionId}/phone`: where that program writes instead. */
export const correctPhoneRequestSchema = z.object({ phone: z.string().max(40) })
