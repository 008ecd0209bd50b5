import { brand } from '@app/content/ru/brand'
import { layoutTexts } from '@app/content/ru/ui/layout'
import type { ReactNode } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { Container } from '#web/ui/container.tsx'
import { BrandMark } from './brand-mark.tsx'

/** The product's title, and at the far end whatever the session offers: a menu or a sign-in button. */
export function SiteHeader({ children }: { children?: ReactNode }) {
  return (
    <header className="relative z-10 h-(--header-height)">
      <Container className="@container flex h-full items-center justify-between gap-4">
        <PageLink
          to="/"
          aria-label={layoutTexts.homeLink(brand.title)}
          className="-mx-2 inline-flex min-h-11 items-center gap-2.5 rounded-lg px-2 text-ink no-underline"
        >
          <BrandMark className="w-9" />
          <span className="headline text-[1.1875rem] @max-[16rem]:sr-only">{brand.title}</span>
        </PageLink>
        {children}
      </Container>
    </header>
  )
}
