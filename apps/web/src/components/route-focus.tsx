import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page starts at its top, or at the section its address names, with the focus on its main part. The first
 * page is left as the browser shows it. Renders nothing.
 */
export function RouteFocus() {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname && !hash) return
    const isNewPage = shown.current !== pathname
    shown.current = pathname
    const section = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (section) section.scrollIntoView()
    else if (isNewPage) window.scrollTo(0, 0)
    if (isNewPage) document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash])

  return null
}
