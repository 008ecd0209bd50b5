import { useCallback, useMemo } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router'

type SetSearchParams = (params: URLSearchParams | Record<string, string>, options?: NavigateOptions) => void

/**
 * What the address asks for after its `?`, and how to ask for something else on the same page; the fragment goes, as with the
 * library's hook of this name. That one stands in one file with forms and prefetching, which it brings into the first script
 * (docs/decisions/0032).
 */
export function useSearchParams(): [URLSearchParams, SetSearchParams] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const setParams = useCallback<SetSearchParams>(
    (params, options) => void navigate(`?${new URLSearchParams(params)}`, options),
    [navigate],
  )
  return [useMemo(() => new URLSearchParams(search), [search]), setParams]
}
