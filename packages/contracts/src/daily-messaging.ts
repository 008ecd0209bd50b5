import { programDays } from '@app/domain/orders/products'
import { categories } from '@app/domain/result/categories'
import { subscriptionStates } from '@app/domain/subscriptions/subscription'
import { z } from 'zod'
import { deliveryStatusSchema } from './messages.ts'

const day = z.number().int().min(1).max(programDays)
const instant = z.string()

/** `POST /api/daily-messaging/trigger`: run the morning's work now. `test` means the same as `dryRun`. */
export const triggerRequestSchema = z
  .object({
    /** Do not wait for the hour, and send again what failed. Never a second message on one date. */
    force: z.boolean().default(false),
    /** Say who would get what, and send nothing. */
    dryRun: z.boolean().default(false),
    test: z.boolean().default(false),
  })
  .prefault({})

const dueMessageSchema = z.object({
  subscriptionId: z.string(),
  category: z.enum(categories),
  day,
  /** Its last two digits only. */
  phone: z.string(),
})

export const triggerResponseSchema = z.object({
  dryRun: z.boolean(),
  /** The number of programs that are due now. */
  due: z.number().int(),
  /**
   * The number of messages that were put into the queue; the others of those due wait in it
   * already.
   */
  queued: z.number().int(),
  /** The number of programs that cannot be written to: no phone or no category. */
  unreachable: z.number().int(),
  /** The first hundred of those due. */
  messages: z.array(dueMessageSchema),
})
export type TriggerResponse = z.output<typeof triggerResponseSchema>

/** `POST /api/daily-messaging/manual-send`: one day's message to one phone, whatever the plan says. */
export const manualSendRequestSchema = z
  .object({
    phone: z.string().max(40),
    category: z.enum(categories),
    day,
    subscriptionId: z.uuid().optional(),
    /**
     * True when the program goes on from this day once the message is accepted. Needs
     * `subscriptionId`.
     */
    updateProgress: z.boolean().default(false),
  })
  .refine(({ subscriptionId, updateProgress }) => !updateProgress || subscriptionId !== undefined, {
    path: ['subscriptionId'],
    message: 'required',
  })

export const manualSendResponseSchema = z.object({
  /** `already_queued`: the same was asked for within two minutes, and is the message named here. */
  status: z.enum(['queued', 'already_queued']),
  messageId: z.string(),
})

/** A message of a program and how far it got. */
const subscriptionMessageSchema = z.object({
  id: z.string(),
  kind: z.enum(['daily', 'manual']),
  day,
  status: deliveryStatusSchema,
  createdAt: instant,
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  /**
   * The reason why it stopped: `recipient`, `opted_out`, `payload`, `template`, `expired`,
   * `unanswered`, `reset`, `paused`, `cancelled`.
   */
  failure: z.string().nullable(),
  errorCode: z.number().int().nullable(),
})

const subscriptionStatusSchema = z.object({
  id: z.string(),
  category: z.enum(categories).nullable(),
  state: z.enum(subscriptionStates),
  /** The last day whose message was accepted; 0 before the first. */
  currentDay: z.number().int(),
  lastSentOn: z.string().nullable(),
  round: z.number().int(),
  phone: z.string().nullable(),
  optedOut: z.boolean(),
  /** What the plan says now: `send`, `wait` or `done`, and why. */
  plan: z.object({
    plan: z.enum(['send', 'wait', 'done']),
    day: day.optional(),
    reason: z.string().optional(),
  }),
  messages: z.array(subscriptionMessageSchema),
})

/** `GET /api/daily-messaging/status/{email}`: the programs bought with an address, newest first. */
export const dailyStatusResponseSchema = z.object({ subscriptions: z.array(subscriptionStatusSchema) })
export type DailyStatusResponse = z.output<typeof dailyStatusResponseSchema>

/** `POST /api/daily-messaging/reset/{subscriptionId}`: begin a program again from its first day. */
export const resetResponseSchema = z.object({ subscriptionId: z.string(), round: z.number().int() })
