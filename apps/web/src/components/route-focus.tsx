import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * A new page starts at its top, or at the section its address names, with the focus on its main part. The first
 * page is left as the browser shows it, and where Back or Forward leads the browser stands where it was left. Renders nothing.
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
