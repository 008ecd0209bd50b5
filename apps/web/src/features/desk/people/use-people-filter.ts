import { type PeopleFilter, peopleFilterSchema } from '@app/contracts/desk/people'
import { useLocation, useNavigate } from 'react-router'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import type { PeopleQuery } from './people-queries.ts'

/**
 * What the list is narrowed to. It stands in the address, so that it can be kept, sent and gone back to; what is searched for may
 * be a name or a number, so that it stays with this entry of the history.
 */
export function usePeopleFilter() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const filter = readFilter(params)
  const search = typeof state?.search === 'string' ? state.search : ''
  const query: PeopleQuery = { ...filter, ...(search && { search }) }

  const go = (next: PeopleFilter, sought: string) =>
    void navigate({ search: writeFilter(next) }, { state: { search: sought }, preventScrollReset: true })
  return {
    query,
    filter,
    search,
    /** Narrows by one thing more, or by another of its kind; an empty one no longer. */
    setFilter: (change: { [Key in keyof PeopleFilter]?: string }) =>
      go(readFilter(new URLSearchParams(writeFilter({ ...filter, ...change } as PeopleFilter))), search),
    show: (next: PeopleFilter) => go(next, ''),
    searchFor: (sought: string) => go(filter, sought),
  }
}

/** Whatever an address may hold: what is no filter is left out. */
function readFilter(params: URLSearchParams): PeopleFilter {
  const read = Object.entries(peopleFilterSchema.shape).flatMap(([key, schema]) => {
    const value = schema.safeParse(params.get(key) || undefined)
    return value.success && value.data !== undefined ? [[key, value.data]] : []
  })
  return peopleFilterSchema.parse(Object.fromEntries(read))
}

export function writeFilter(filter: PeopleFilter): string {
  const given = Object.entries(filter).flatMap(([key, value]) =>
    value ? [[key, value] as [string, string]] : [],
  )
  return new URLSearchParams(given).toString()
}
