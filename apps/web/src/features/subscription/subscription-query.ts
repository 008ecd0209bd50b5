import type { ClientConfig } from '@app/contracts/client-config'
import { queryOptions } from '@tanstack/react-query'
import { readApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The signed-in user's newest program; null when they bought none. */
export const subscriptionQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.subscription(userId),
    // A message may have come since the page was opened.
    staleTime: 0,
    refetchOnWindowFocus: true,
    queryFn: async () => {
      const schema = import('@app/contracts/subscription').then(
        (contract) => contract.subscriptionResponseSchema,
      )
      return (await readApi(config, '/program', schema)).program
    },
  })
