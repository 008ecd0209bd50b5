import { layoutTexts } from '@app/content/ru/ui/layout'
import type { MouseEvent, ReactNode } from 'react'
import { RouteFocus } from './route-focus.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

type LayoutProps = {
  /** The session's part of the header. */
  headerEnd?: ReactNode
  /** Rendered after the footer's links. */
  footerEnd?: ReactNode
  children: ReactNode
}

/** Shows what all routes share. */
export function Layout({ headerEnd, footerEnd, children }: LayoutProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a link until React is here, so that the browser skips by itself */}
      <a
        href="#main"
        onClick={skipToContent}
        className="sr-only bg-night p-3 text-label text-on-night focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        {layoutTexts.skipToContent}
      </a>
      <p className="old-browser">{layoutTexts.oldBrowser}</p>
      <SiteHeader>{headerEnd}</SiteHeader>
      <RouteFocus />
      <main id="main" tabIndex={-1} className="flow-root min-h-[calc(100svh-var(--header-height))]">
        {children}
      </main>
      <SiteFooter>{footerEnd}</SiteFooter>
    </>
  )
}

/** Moves the focus without an entry of the browser's history, which would stand between the quiz's steps. */
function skipToContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById('main')?.focus()
}
