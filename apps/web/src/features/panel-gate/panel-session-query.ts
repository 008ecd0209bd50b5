import type { ClientConfig } from '@app/contracts/client-config'
import { panelSessionSchema } from '@app/contracts/panel'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The server's pass is good for fifteen minutes. */
const renewEveryMs = 10 * 60 * 1000

/** Asks to be let at the panel's scripts as whoever is signed in, and again while the panel is open. */
export function panelSessionQuery(config: ClientConfig, userId: string) {
  // The pass is a cookie for the page's own host, where the scripts are.
  const own = { ...config, apiUrl: config.ownApiUrl }
  return queryOptions({
    queryKey: queryKeys.panelSession(userId),
    queryFn: async () => panelSessionSchema.parse(await callApi(own, '/panel/session', { method: 'POST' })),
    refetchInterval: renewEveryMs,
    staleTime: 0,
    gcTime: 0,
  })
}
