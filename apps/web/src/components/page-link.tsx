import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useNavigate } from 'react-router'

type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; state?: unknown }

/**
 * A link to another page of the site, followed without loading it anew. A press that asks for more than that, a new
 * tab say, is left to the browser. Stands in for the library's `Link`; see `site-router.tsx`.
 */
export function PageLink({ to, state, onClick, ...props }: PageLinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || (props.target && props.target !== '_self')) return
    event.preventDefault()
    // A link to where one is must not add a step to the way back.
    void navigate(to, { state, replace: href === location.pathname + location.search + location.hash })
  }
  return <a {...props} href={href} onClick={follow} />
}

function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey
}
