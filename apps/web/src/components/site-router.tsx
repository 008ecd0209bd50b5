import { type ReactNode, startTransition, useCallback, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/**
 * The library's `BrowserRouter`, without the file it stands in: that one brings forms, fetchers and prefetching
 * along, six kilobytes that nothing here uses (docs/decisions/0032).
 */
export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [place, setPlace] = useState({ action: history.action, location: history.location })
  const follow = useCallback((next: typeof place) => startTransition(() => setPlace(next)), [])
  useLayoutEffect(() => history.listen(follow), [history, follow])
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  )
}
