import { z } from 'zod'
import { conversationFilters } from './messages.ts'
import { moneyOrdersLookSchema } from './money.ts'
import { listPeopleRequestSchema } from './people.ts'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

const format = z.enum(exportFormats)

/** `POST /api/desk/exports`: the rows of a view, all of them, as it is narrowed now. Answers a file. */
export const exportRequestSchema = z.discriminatedUnion('view', [
  z.object({ view: z.literal('people'), format, look: listPeopleRequestSchema.omit({ after: true }) }),
  z.object({ view: z.literal('orders'), format, look: moneyOrdersLookSchema }),
  z.object({ view: z.literal('messages'), format, look: z.object({ show: z.enum(conversationFilters) }) }),
  z.object({ view: z.literal('undelivered'), format, look: z.object({}) }),
])
export type ExportRequest = z.output<typeof exportRequestSchema>
