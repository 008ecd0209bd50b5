import type { ClientConfig } from '@app/contracts/client-config'
import { queryOptions } from '@tanstack/react-query'
import { readApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The signed-in user's programs in the order of their cabinet, and how many messages are still to come. */
export const programsQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.subscription(userId),
    // A message may have come since the page was opened.
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: () => {
      const schema = import('@app/contracts/subscription').then((contract) => contract.ownProgramsSchema)
      return readApi(config, '/program', schema)
    },
  })
