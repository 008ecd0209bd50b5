import { type ReactNode, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

type SiteRouterProps = {
  /** Resolves once the page of a path can be drawn, or cannot be had: drawn then, it says so. */
  whenReady: (pathname: string) => Promise<unknown>
  children: ReactNode
}

/**
 * The library's `BrowserRouter`, without the file it stands in: that one brings forms, fetchers and prefetching
 * along, six kilobytes that nothing here uses (docs/decisions/0032). A page stays until the next one can be drawn.
 */
export function SiteRouter({ whenReady, children }: SiteRouterProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [place, setPlace] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => {
    let late: ReturnType<typeof setTimeout> | undefined
    return history.listen((next) => {
      clearTimeout(late)
      // A network that is away, or hangs, would leave the old page for good, as if the link were dead: the new one says what it waits for.
      const timer = setTimeout(setPlace, navigator.onLine ? 1000 : 0, next)
      late = timer
      void whenReady(next.location.pathname).then(() => {
        // Somebody may have gone elsewhere meanwhile.
        if (late !== timer) return
        clearTimeout(timer)
        setPlace(next)
      })
    })
  }, [history, whenReady])
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      {children}
    </Router>
  )
}
