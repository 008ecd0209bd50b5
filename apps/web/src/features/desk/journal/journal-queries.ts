import type { ClientConfig } from '@app/contracts/client-config'
import { type JournalQuery, journalSchema, journalStaffSchema } from '@app/contracts/desk/journal'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export type JournalLook = Pick<JournalQuery, 'by' | 'person'>

/** Reads the actions of the staff, page after page. */
export function journalQuery(config: ClientConfig, { by, person }: JournalLook) {
  return infiniteQueryOptions({
    queryKey: queryKeys.journal({ by, person }),
    queryFn: async ({ pageParam }) => {
      const params = new URLSearchParams({
        ...(by && { by }),
        ...(person && { person }),
        ...(pageParam && { after: pageParam }),
      })
      return journalSchema.parse(await callApi(config, `/desk/journal?${params}`))
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Lists the present and former staff. */
export function journalStaffQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.journalStaff,
    queryFn: async () => journalStaffSchema.parse(await callApi(config, '/desk/journal/staff')).members,
  })
}
