import { brand } from '@app/content/ru/brand'
import { layoutTexts } from '@app/content/ru/ui/layout'
import type { ReactNode } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import { Container } from '#web/ui/container.tsx'
import { BrandMark } from './brand-mark.tsx'

const texts = layoutTexts.footer

/** The style of the footer's buttons and links. */
export const footerLinkStyle =
  'inline-flex min-h-11 items-center text-left text-label text-on-night underline decoration-on-night/30 underline-offset-4 hover:decoration-amber focus-visible:outline-amber'

/** Links to every section, the legal line and whose business this is. `children` follow the links. */
export function SiteFooter({ children }: { children?: ReactNode }) {
  const { owner } = useConfig()
  return (
    <footer className="bg-night text-on-night">
      <Container className="grid grid-cols-1 gap-6 py-9 wrap-break-word md:gap-y-8 md:py-12 md:grid-cols-[1fr_auto] md:gap-x-16">
        <div className="flex items-center gap-2.5">
          <BrandMark className="w-9" />
          <span className="headline text-[1.1875rem]">{brand.title}</span>
        </div>
        <nav aria-label={texts.navLabel}>
          <ul className="-my-2 flex flex-wrap gap-x-7">
            {texts.links.map(({ to, label }) => (
              <li key={to}>
                <PageLink to={to} className={footerLinkStyle}>
                  {label}
                </PageLink>
              </li>
            ))}
            {children && <li>{children}</li>}
          </ul>
        </nav>
        <div className="grid gap-3 border-t border-on-night/20 pt-6 text-sm leading-relaxed md:col-span-2 md:grid-cols-[2fr_1fr]">
          <p>{texts.legal}</p>
          <p className="md:text-right">{texts.owner(owner.name, owner.iin)}</p>
        </div>
      </Container>
    </footer>
  )
}
