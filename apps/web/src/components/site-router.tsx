import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

/**
 * The library's `BrowserRouter`, without the file it stands in: that one brings forms, fetchers and prefetching
 * along, six kilobytes that nothing here uses (docs/decisions/0032).
 */
export function SiteRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [place, setPlace] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let late: ReturnType<typeof setTimeout> | undefined
    return history.listen((next) => {
      clearTimeout(late)
      startTransition(() => setPlace(next))
      // A network that is away, or hangs, would leave the old page for good, as if the link were dead: the new one says what it
      // waits for. A place that is shown already is not shown anew.
      late = setTimeout(setPlace, navigator.onLine ? 1000 : 0, next)
    })
  }, [history])
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  )
}
