import type { ClientConfig } from '@app/contracts/client-config'
import type { ListPeopleRequest, PeopleFilter } from '@app/contracts/desk/people'
import { listPeopleResponseSchema, peopleChoicesSchema } from '@app/contracts/desk/people'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi, readApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export type PeopleQuery = Omit<ListPeopleRequest, 'after'>

/** Loads found people page by page, and keeps the shown ones until the next result. */
export function peopleQuery(config: ClientConfig, look: PeopleQuery) {
  return infiniteQueryOptions({
    queryKey: queryKeys.peopleFound(look),
    queryFn: ({ pageParam }) =>
      readApi(config, '/desk/people', Promise.resolve(listPeopleResponseSchema), {
        method: 'POST',
        body: { ...look, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
}

/** Loads the known sources, tags and saved views. */
export function choicesQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.peopleChoices,
    queryFn: async () => peopleChoicesSchema.parse(await callApi(config, '/desk/people/choices')),
  })
}

export async function saveView(config: ClientConfig, view: { name: string; filter: PeopleFilter }) {
  return peopleChoicesSchema.parse(
    await callApi(config, '/desk/people/views', { method: 'POST', body: view }),
  )
}

export async function deleteView(config: ClientConfig, id: string) {
  return peopleChoicesSchema.parse(await callApi(config, `/desk/people/views/${id}`, { method: 'DELETE' }))
}
