import { consultationStates } from '@app/domain/desk/consultation'
import { personStatuses } from '@app/domain/desk/people'
import { orderStates } from '@app/domain/orders/order'
import { productTypes, programDays } from '@app/domain/orders/products'
import { subcategories } from '@app/domain/result/categories'
import { subscriptionStates } from '@app/domain/subscriptions/subscription'
import { cleanText, dropInvisible, hasVisibleText } from '@app/domain/text'
import { z } from 'zod'
import { deliveryStatusSchema } from '../messages.ts'
import { daySchema, instantSchema } from './day.ts'
import { personRowSchema } from './people.ts'

const instant = z.string()

const deskNoteSchema = z.object({
  id: z.uuid(),
  text: z.string(),
  /** Not for the assistant. */
  aboutHealth: z.boolean(),
  at: instant,
  /** True when whoever reads it wrote it. */
  isOwn: z.boolean(),
})

const deskPurchaseSchema = z.object({
  orderId: z.uuid(),
  invId: z.number().int(),
  product: z.enum(productTypes),
  state: z.enum(orderStates),
  test: z.boolean(),
  chargeTiyn: z.number().int(),
  dueTiyn: z.number().int(),
  /** A program for somebody else's number. */
  isGift: z.boolean(),
  /** What the terms give back now; null unless it is paid. */
  refundDueTiyn: z.number().int().nullable(),
  /** The number of the paid consultation whose price this program lowered; null when there is none. */
  depositUsedBy: z.number().int().nullable(),
  /** True when that consultation owes what goes back of this program. */
  isOwedBack: z.boolean(),
  /** The number of the paid order that this one seems to repeat, while both are paid. */
  repeats: z.number().int().nullable(),
  createdAt: instant,
  paidAt: instant.nullable(),
  program: z
    .object({
      id: z.uuid(),
      state: z.enum(subscriptionStates),
      /** Where it stands, which is not what was sent: it can be moved. */
      day: z.number().int(),
      /** The days that were sent. */
      sent: z.array(z.number().int()),
      /** Where its messages go, in digits; null when nothing can be written to. */
      phone: z.string().nullable(),
      paused: z.boolean(),
      /** Another program to the same number goes first. */
      waits: z.boolean(),
      /** Its number asked for silence. */
      stopped: z.boolean(),
      /** WhatsApp does not reach its number. */
      unreached: z.boolean(),
      /** No day has moved for too long. */
      stands: z.boolean(),
    })
    .nullable(),
  consultation: z.object({ state: z.enum(consultationStates), startsAt: instant.nullable() }).nullable(),
})
export type DeskPurchase = z.output<typeof deskPurchaseSchema>

/** The number of whoever was given a program by this buyer, where it is theirs alone; null where it is the person's own. */
const giftPhone = z.string().nullable()

/** One thing that happened; what it was, the words beside it say. */
const deskEventSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('finished'), at: instant, leadId: z.uuid(), city: z.string().nullable() }),
  z.object({
    what: z.literal('consent'),
    at: instant,
    kind: z.string(),
    act: z.enum(['given', 'withdrawn']),
  }),
  z.object({
    what: z.literal('ordered'),
    at: instant,
    product: z.enum(productTypes),
    invId: z.number().int(),
    isGift: z.boolean(),
  }),
  z.object({
    what: z.literal('paid'),
    at: instant,
    product: z.enum(productTypes),
    invId: z.number().int(),
    isGift: z.boolean(),
    chargeTiyn: z.number().int(),
  }),
  z.object({ what: z.literal('refunded'), at: instant, invId: z.number().int() }),
  z.object({
    what: z.literal('wrote'),
    at: instant,
    text: z.string().nullable(),
    type: z.string(),
    giftPhone,
  }),
  z.object({
    what: z.literal('sent'),
    at: instant,
    kind: z.enum(['checklist', 'daily', 'manual', 'reply', 'answer']),
    day: z.number().int().nullable(),
    /** Of a program that was given to somebody. */
    isGift: z.boolean(),
    giftPhone,
    text: z.string().nullable(),
    status: deliveryStatusSchema,
    failure: z.string().nullable(),
  }),
])
export type DeskEvent = z.output<typeof deskEventSchema>

export const deskPersonSchema = z.object({
  person: personRowSchema,
  /** Whoever left the same number or the same e-mail, and did not prove to be the same. */
  maybeSame: z.array(
    z.object({ id: z.uuid(), name: z.string().nullable(), by: z.array(z.enum(['phone', 'email'])) }),
  ),
  contacts: z.array(
    z.object({
      contactId: z.uuid(),
      phone: z.string().nullable(),
      isProven: z.boolean(),
      /** Only a gift ties it to this person: it is its recipient's. */
      isGift: z.boolean(),
      optedOut: z.boolean(),
      /** Until when free text may be sent; null when it may not. */
      windowUntil: instant.nullable(),
      /** What was written last from this number, to be answered. */
      question: z.string().nullable(),
      questionId: z.uuid().nullable(),
      /** What was answered from here last to this number. */
      lastAnswerId: z.uuid().nullable(),
    }),
  ),
  purchases: z.array(deskPurchaseSchema),
  notes: z.array(deskNoteSchema),
  /** The newest first; bounded. */
  events: z.array(deskEventSchema),
  /** There was more before these. */
  hasMoreEvents: z.boolean(),
  canMessage: z.boolean(),
})
export type DeskPerson = z.output<typeof deskPersonSchema>

/** `GET /api/desk/people/{id}/answers`: what they answered, attempt by attempt; each look is audited. */
export const deskAnswersSchema = z.object({
  attempts: z.array(
    z.object({
      leadId: z.uuid(),
      at: instant,
      category: z.enum(subcategories).nullable(),
      answers: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type DeskAnswers = z.output<typeof deskAnswersSchema>

export const maxTags = 20
/** As it is kept, which may be from when nobody looked for what is not seen. */
const tag = z.string().trim().min(1).max(40)
const newTag = z.string().max(200).transform(cleanText).pipe(tag.refine(hasVisibleText))

const marksSchema = z.object({
  status: z.enum(personStatuses).nullable(),
  tags: z.array(z.string()),
  nextContactOn: z.string().nullable(),
  /** The time when it was said last that nothing is left to answer. */
  answeredAt: instant.nullable(),
})
export type Marks = z.output<typeof marksSchema>

/** `PATCH`-like: what is given changes, the rest stays. Answers what it was and what it is, to be undone with. */
export const markPersonRequestSchema = z.object({
  /** Null: as the product itself sees it. */
  status: z.enum(personStatuses).nullable().optional(),
  /** One at a time: another tab may have put its own beside it. */
  addTag: newTag.optional(),
  removeTag: tag.optional(),
  nextContactOn: daySchema.nullable().optional(),
  /** That nothing is left to answer: of one number, up to the question that was shown; without them of everything so far. */
  answered: z.literal(true).optional(),
  contactId: z.uuid().optional(),
  questionId: z.uuid().optional(),
  /** As it was before that, to take it back: no later than now. */
  answeredAt: instantSchema.nullable().optional(),
  /** Refused unless the stored state equals this (for undo). */
  expected: marksSchema.omit({ tags: true }).partial().optional(),
})
export type MarkPersonRequest = z.output<typeof markPersonRequestSchema>
export const markPersonResponseSchema = z.object({ before: marksSchema, after: marksSchema })
export type MarkPersonResponse = z.output<typeof markPersonResponseSchema>

export const addNoteRequestSchema = z.object({
  text: z
    .string()
    .max(8000)
    .transform(dropInvisible)
    .pipe(z.string().trim().max(4000).refine(hasVisibleText)),
  aboutHealth: z.boolean(),
})

export const programActionSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('pause') }),
  z.object({ action: z.literal('resume') }),
  /** Begins again from a day: the first, or where it shall go on. */
  z.object({ action: z.literal('begin'), day: z.number().int().min(1).max(programDays) }),
  /** Sends a day's message once more; the program stays where it is. */
  z.object({ action: z.literal('repeat'), day: z.number().int().min(1).max(programDays) }),
])
export type ProgramAction = z.output<typeof programActionSchema>

export const doneSchema = z.object({ done: z.literal(true) })
