import { z } from 'zod'

/** How far back a view of figures may look, in days of Almaty with today. */
export const funnelPeriodDays = [7, 30, 90, 365] as const

const word = z.string().min(1).max(100)

/** `GET /api/desk/funnel`: which visits; without a word, those of every source and language. */
export const funnelQuerySchema = z.object({
  days: z.coerce
    .number()
    .pipe(z.union(funnelPeriodDays.map((days) => z.literal(days))))
    .default(30),
  /** A name out of `bySource`; `-` for those that name none. */
  source: word.optional(),
  language: word.optional(),
})
export type FunnelQuery = z.output<typeof funnelQuerySchema>

const count = z.int()

const passageSchema = z.object({
  visits: count,
  saved: count,
  checklist: count,
  program: count,
  consultation: count,
})
export type Passage = z.output<typeof passageSchema>

/** One group of visits: by source, its medium and campaign, the Monday of a week, or a language; null where a visit names none. */
const groupSchema = passageSchema.extend({ name: z.string().nullable() })
export type Group = z.output<typeof groupSchema>

/** Visits that were shown the same words: named by the digest of these, with the first and the last day of them in the period. */
const textsGroupSchema = groupSchema.extend({
  first: z.string(),
  last: z.string(),
  isCurrent: z.boolean(),
})
export type TextVersionGroup = z.output<typeof textsGroupSchema>

export const funnelSchema = z.object({
  /** The day it begins with. */
  from: z.string(),
  all: passageSchema,
  /** Visits that neither a page of ours nor a lead vouches for; no other figure counts them. */
  unproven: count,
  steps: z.array(z.object({ step: count, views: count, exits: count, medianSeconds: z.number().nullable() })),
  bySource: z.array(groupSchema),
  byCampaign: z.array(groupSchema),
  byWeek: z.array(groupSchema),
  byLanguage: z.array(groupSchema),
  byTexts: z.array(textsGroupSchema),
})
export type Funnel = z.output<typeof funnelSchema>
