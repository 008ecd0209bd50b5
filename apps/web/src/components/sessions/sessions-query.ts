import type { ClientConfig } from '@app/contracts/client-config'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const path = '/account/sessions'
const schema = () =>
  import('@app/contracts/account-sessions').then(({ accountSessionsSchema }) => accountSessionsSchema)

/** Lists the signed-in user's sessions. */
export const sessionsQuery = (config: ClientConfig, userId: string | null) =>
  queryOptions({
    queryKey: queryKeys.sessions(userId),
    // Another device may have signed in since.
    staleTime: 0,
    queryFn: async () => (await readApi(config, path, schema(), { asUser: true })).sessions,
  })

/** Ends one session by its id, or all but the current one. */
export const endSessionsMutation = (config: ClientConfig, userId: string | null) =>
  mutationOptions({
    mutationKey: ['account', 'end-sessions'],
    mutationFn: async (which: { id: string } | 'others') => {
      const one = which === 'others' ? path : `${path}/${encodeURIComponent(which.id)}`
      return (await readApi(config, one, schema(), { method: 'DELETE', asUser: true })).sessions
    },
    onSuccess: (sessions, _which, _result, { client }) =>
      client.setQueryData(queryKeys.sessions(userId), sessions),
  })
