import { contactSchema, quizAnswersSchema } from '@app/domain/quiz/answers-schema'
import { quizResultSchema } from '@app/domain/result/result-schema'
import { cleanText } from '@app/domain/text'
import { z } from 'zod'

const place = z.string().max(80).transform(cleanText)

/** The place where a visitor seems to be: a hint, `Unknown` when it could not be found out. */
const locationSchema = z.object({
  locale: z.string().max(35).transform(cleanText).default('ru-RU'),
  country: place.default('Unknown'),
  city: place.default('Unknown'),
})

/** Acceptance of one version of a text, as the visitor saw it at the submit button. */
const givenConsentSchema = z.object({
  /** The version of the health-data consent that was shown; required. */
  health: z.string().max(40),
  /** The version of the marketing consent, when ticked. */
  marketing: z.string().max(40).optional(),
})

/** `POST /api/leads`: one finished attempt. A category sent along is ignored: the server computes its own. */
export const saveLeadRequestSchema = z.object({
  /** Made by the browser when the attempt starts; the same id twice saves one lead. */
  attemptId: z.uuid(),
  answers: quizAnswersSchema,
  contact: contactSchema,
  consent: givenConsentSchema,
  location: locationSchema.prefault({}),
  /** A field people never see. Whoever fills it is answered as if saved, and is not. */
  website: z.string().max(200).optional(),
})
export type SaveLeadRequest = z.input<typeof saveLeadRequestSchema>

export const saveLeadResponseSchema = z.object({
  result: quizResultSchema,
  /** Opens this result at `/profile?result=…` without signing in. */
  resultToken: z.string(),
})
export type SaveLeadResponse = z.output<typeof saveLeadResponseSchema>

/** `GET /api/leads/result/:resultToken`: the result with the answers it came from; of the contact, only the name. */
export const sharedResultSchema = z.object({
  name: z.string(),
  answers: quizAnswersSchema,
  result: quizResultSchema,
  createdAt: z.string(),
})
export type SharedResult = z.output<typeof sharedResultSchema>
