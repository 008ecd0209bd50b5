import type { ClientConfig } from '@app/contracts/client-config'
import { type FunnelQuery, funnelQuerySchema, funnelSchema } from '@app/contracts/desk/funnel'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The figures of the chosen visits. What is on screen stays there until others have come. */
export function funnelQuery(config: ClientConfig, query: FunnelQuery) {
  const params = writeFunnelQuery(query)
  return queryOptions({
    queryKey: queryKeys.funnel(query),
    queryFn: async () => funnelSchema.parse(await callApi(config, `/desk/funnel?${params}`)),
    placeholderData: keepPreviousData,
  })
}

/** Reads the query from an address; values that it cannot mean are left out. */
export function readFunnelQuery(params: URLSearchParams): FunnelQuery {
  const { data } = funnelQuerySchema.safeParse(Object.fromEntries(params))
  return data ?? funnelQuerySchema.parse({})
}

export function writeFunnelQuery({ days, source, language }: FunnelQuery): string {
  return new URLSearchParams({
    days: String(days),
    ...(source && { source }),
    ...(language && { language }),
  }).toString()
}
