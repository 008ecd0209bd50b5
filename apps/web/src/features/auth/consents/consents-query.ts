import type { ClientConfig } from '@app/contracts/client-config'
import type { ChangeConsentRequest } from '@app/contracts/consents'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { readApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

const schema = () =>
  import('@app/contracts/consents').then(({ consentsResponseSchema }) => consentsResponseSchema)

/** Reads the state of the signed-in user's consent to every text. */
export const consentsQuery = (config: ClientConfig, userId: string) =>
  queryOptions({
    queryKey: queryKeys.consents(userId),
    // A quiz taken over the cabinet may have added some.
    staleTime: 0,
    queryFn: async () => (await readApi(config, '/consents', schema())).consents,
  })

/** Gives a consent or takes it back; a program that stops or goes on by it is asked about anew. */
export const consentMutation = (config: ClientConfig, userId: string) =>
  mutationOptions({
    mutationKey: ['consents', 'change'],
    mutationFn: async (body: ChangeConsentRequest) =>
      (await readApi(config, '/consents', schema(), { method: 'POST', body })).consents,
    onSuccess: (consents, _body, _result, { client }) => {
      client.setQueryData(queryKeys.consents(userId), consents)
      return client.invalidateQueries({ queryKey: queryKeys.subscriptions })
    },
  })
