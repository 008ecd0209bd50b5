import { deliveryFailures } from '@app/domain/desk/delivery'
import { z } from 'zod'
import { deliveryStatusSchema } from '../messages.ts'

const instant = z.string()

export const conversationFilters = ['waiting', 'all'] as const
export type ConversationFilter = (typeof conversationFilters)[number]

/** `GET /api/desk/messages`: conversations; who waits for an answer comes first, the longest waiting before all. */
export const listConversationsQuerySchema = z.object({
  show: z.enum(conversationFilters).default('waiting'),
  after: z.string().max(200).optional(),
})

const conversationSchema = z.object({
  personId: z.uuid(),
  name: z.string().nullable(),
  contactId: z.uuid(),
  phone: z.string().nullable(),
  isProven: z.boolean(),
  /** Only a gift ties the number to this person: it is its recipient's, who writes, and the person is the buyer. */
  isGift: z.boolean(),
  optedOut: z.boolean(),
  waitsSince: instant.nullable(),
  /** Until when an answer may be sent from here; null when it may not. */
  windowUntil: instant.nullable(),
  last: z.object({
    wrote: z.enum(['they', 'we']),
    at: instant,
    /** Null for what has no text: a picture, a message of the program. */
    text: z.string().nullable(),
    type: z.string(),
    /** How far it got, of what we wrote. */
    status: deliveryStatusSchema.nullable(),
  }),
  /** What was written last from this number, to be answered: an answer says that it answers this one. */
  question: z.string().nullable(),
  questionId: z.uuid().nullable(),
  /** What was answered from here last to this number: an answer says that its writer saw it. */
  lastAnswerId: z.uuid().nullable(),
})
export type Conversation = z.output<typeof conversationSchema>

export const listConversationsResponseSchema = z.object({
  talks: z.array(conversationSchema),
  next: z.string().nullable(),
  canMessage: z.boolean(),
})
export type ListConversationsResponse = z.output<typeof listConversationsResponseSchema>

const undeliveredSchema = z.object({
  messageId: z.uuid(),
  personId: z.uuid().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** As of a conversation. */
  isGift: z.boolean(),
  kind: z.string(),
  day: z.number().int().nullable(),
  at: instant,
  failure: z.enum(deliveryFailures),
  errorCode: z.number().int().nullable(),
})
export type Undelivered = z.output<typeof undeliveredSchema>

/** `GET /api/desk/messages/undelivered`: what did not arrive, newest first. */
export const listUndeliveredQuerySchema = z.object({ after: z.string().max(200).optional() })
export const listUndeliveredResponseSchema = z.object({
  messages: z.array(undeliveredSchema),
  next: z.string().nullable(),
})

/** WhatsApp's own limit of a text. */
export const answerMaxLength = 4096

/** `POST /api/desk/messages/answers`. The id is made by the page, so that a repeated press is one message. */
export const answerRequestSchema = z.object({
  messageId: z.uuid(),
  contactId: z.uuid(),
  text: z.string().trim().min(1).max(answerMaxLength),
  /**
   * The newest message that its writer saw: one of another number refuses the answer
   * (`question_elsewhere`). A page from before an update names none.
   */
  answersTo: z.uuid().optional(),
  /** The newest answer to this number that its writer saw, null for none: where there is another by now, this one is refused (`already_answered`). */
  lastAnswerId: z.uuid().nullable().optional(),
})
export type AnswerRequest = z.output<typeof answerRequestSchema>
export const answerResponseSchema = z.object({ status: z.literal('queued') })
