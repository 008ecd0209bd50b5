import {
  finishedFilters,
  peopleSorts,
  personStatuses,
  presetViews,
  programStates,
  purchaseFilters,
} from '@app/domain/desk/people'
import { productTypes } from '@app/domain/orders/products'
import { subcategories } from '@app/domain/result/categories'
import { cleanText, hasVisibleText } from '@app/domain/text'
import { z } from 'zod'

/** What the people's list is narrowed to; it stands in the page's address and is kept under a name. What is typed to search for does not. */
export const peopleFilterSchema = z.object({
  view: z.enum(presetViews).optional(),
  status: z.enum(personStatuses).optional(),
  bought: z.enum(purchaseFilters).optional(),
  finished: z.enum(finishedFilters).optional(),
  source: z.string().min(1).max(100).optional(),
  category: z.enum(subcategories).optional(),
  tag: z.string().min(1).max(40).optional(),
  sort: z.enum(peopleSorts).optional(),
})
export type PeopleFilter = z.output<typeof peopleFilterSchema>

/** `POST /api/desk/people`: a page of people. A body, since a name or a number must not stand in an address. */
export const listPeopleRequestSchema = peopleFilterSchema.extend({
  search: z.string().max(200).optional(),
  after: z.string().max(200).optional(),
})
export type ListPeopleRequest = z.output<typeof listPeopleRequestSchema>

export const personRowSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  /** Digits with the country's code. */
  phone: z.string().nullable(),
  /** True when they have an account of their own; else they are known by what they typed. */
  hasAccount: z.boolean(),
  /** They work here: their role is taken away before they can be deleted. */
  isStaff: z.boolean(),
  finishedAt: z.string().nullable(),
  /** Null for whoever may not see what follows from answers. */
  category: z.enum(subcategories).nullable(),
  source: z.string().nullable(),
  consents: z.array(z.string()),
  withdrawn: z.array(z.string()),
  /** They wrote СТОП, from a number of their own. */
  optedOut: z.boolean(),
  bought: z.array(z.enum(productTypes)),
  paidTiyn: z.number().int(),
  dueTiyn: z.number().int(),
  lastPaidAt: z.string().nullable(),
  /** Their own; of several under way the one that goes first. */
  program: z
    .object({
      state: z.enum(programStates),
      day: z.number().int(),
      stands: z.boolean(),
      /** Another program to the same number goes first. */
      waits: z.boolean(),
      /** Its number asked for silence. */
      stopped: z.boolean(),
    })
    .nullable(),
  /** The programs that they gave and that were not given back: how many there are, and of these stand by themselves or were stopped by their readers. */
  gifts: z.object({ count: z.number().int(), stand: z.number().int(), stopped: z.number().int() }),
  /** What waits for an answer the longest was written by whoever was given a program. */
  giftAsks: z.boolean(),
  /** A consultation is paid and has no time. */
  toArrange: z.boolean(),
  /** The time when the consultation was paid for that waits for its time the longest. */
  arrangeSince: z.string().nullable(),
  lastInAt: z.string().nullable(),
  lastOutAt: z.string().nullable(),
  waitsSince: z.string().nullable(),
  status: z.enum(personStatuses),
  tags: z.array(z.string()),
  nextContactOn: z.string().nullable(),
})
export type PersonRow = z.output<typeof personRowSchema>

export const listPeopleResponseSchema = z.object({
  people: z.array(personRowSchema),
  /** The place where the next page begins; null on the last. */
  next: z.string().nullable(),
  /** How many there are in all, counted no further than `most`; only with the first page. */
  count: z.object({ people: z.number().int(), isMore: z.boolean() }).nullable(),
})
export type ListPeopleResponse = z.output<typeof listPeopleResponseSchema>

/** `GET /api/desk/people/choices`: what there is to choose from. */
export const peopleChoicesSchema = z.object({
  sources: z.array(z.string()),
  tags: z.array(z.string()),
  views: z.array(z.object({ id: z.uuid(), name: z.string(), filter: peopleFilterSchema })),
})
export type PeopleChoices = z.output<typeof peopleChoicesSchema>

/** `POST /api/desk/people/views`: keeps a look under a name. */
export const saveViewRequestSchema = z.object({
  name: z.string().max(200).transform(cleanText).pipe(z.string().trim().max(60).refine(hasVisibleText)),
  filter: peopleFilterSchema,
})
