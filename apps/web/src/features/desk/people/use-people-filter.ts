import { type PeopleFilter, peopleFilterSchema } from '@app/contracts/desk/people'
import { useLocation, useNavigate } from 'react-router'
import { useSearchParams } from '#web/lib/page/use-search-params.ts'
import type { PeopleQuery } from './people-queries.ts'

/**
 * Reads and changes the filter of the list, which is in the address so that it can be saved and
 * shared. The search may hold a name, so it stays in the history entry.
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
    /** Changes one field of the filter. An empty value removes it. */
    setFilter: (change: { [Key in keyof PeopleFilter]?: string }) =>
      go(readFilter(new URLSearchParams(writeFilter({ ...filter, ...change } as PeopleFilter))), search),
    show: (next: PeopleFilter) => go(next, ''),
    searchFor: (sought: string) => go(filter, sought),
  }
}

/** Reads a filter from any address and drops invalid fields. */
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
