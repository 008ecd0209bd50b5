import { type ReactNode, startTransition, useCallback, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/**
 * The library's `BrowserRouter`, without the file it stands in: that one brings forms, fetchers and prefetching
 * along, six kilobytes that nothing here uses (docs/decisions/0032).
 */
export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [place, setPlace] = useState({ action: history.action, location: history.location })
  const follow = useCallback((next: typeof place) => {
    // Without a network the old page would stay for good, as if the link were dead: the new one says what it waits for.
    if (navigator.onLine) startTransition(() => setPlace(next))
    else setPlace(next)
  }, [])
  useLayoutEffect(() => history.listen(follow), [history, follow])
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  )
}
