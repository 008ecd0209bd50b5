import type { ClientConfig } from '@app/contracts/client-config'
import { deskSessionSchema } from '@app/contracts/desk-session'
import { panelSessionSchema } from '@app/contracts/panel'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** The server's pass is good for fifteen minutes: it is asked for again while the page is open. */
const passRenewal = { refetchInterval: 10 * 60 * 1000, staleTime: 0, gcTime: 0 }

/** Requests access to the panel's scripts. */
export function panelSessionQuery(config: ClientConfig, userId: string) {
  return queryOptions({
    queryKey: queryKeys.panelSession(userId),
    queryFn: async () => panelSessionSchema.parse(await askForPass(config, '/panel/session')),
    ...passRenewal,
  })
}

/** Requests access to the desk's scripts. */
export function deskSessionQuery(config: ClientConfig, userId: string) {
  return queryOptions({
    queryKey: queryKeys.deskSession(userId),
    queryFn: async () => deskSessionSchema.parse(await askForPass(config, '/desk/session')),
    ...passRenewal,
  })
}

/** The pass is a cookie for the page's own host, where the scripts are. */
function askForPass(config: ClientConfig, path: string): Promise<unknown> {
  return callApi({ ...config, apiUrl: config.ownApiUrl }, path, { method: 'POST' })
}
