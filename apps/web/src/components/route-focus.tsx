import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Moves the focus and the scroll position on navigation: to the top, or to the address's section.
 * The first page and history navigation are left to the browser. Renders nothing.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation()
  const isReturn = useNavigationType() === 'POP'
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname && !hash) return
    const isNewPage = shown.current !== pathname
    shown.current = pathname
    const section = document.getElementById(hash.slice(1))
    if (section) section.scrollIntoView()
    else if (isNewPage && !isReturn) window.scrollTo(0, 0)
    if (isNewPage) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash, isReturn])

  return null
}
