import type { ClientConfig } from '@app/contracts/client-config'
import { todaySchema } from '@app/contracts/desk/today'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export function todayQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.today,
    queryFn: async () => todaySchema.parse(await callApi(config, '/desk/today')),
  })
}
