import { deskTexts as texts } from '@app/content/ru/ui/desk/shell'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PageLink } from '#web/components/page-link.tsx'
import { cn } from '#web/lib/cn.ts'
import { useMay } from './desk-context.ts'
import type { DeskView } from './views.ts'

const linkStyle =
  'inline-flex min-h-11 min-w-11 items-center whitespace-nowrap border-b-3 px-3 text-label font-medium no-underline outline-offset-[-3px] hover:text-ink'

/** The desk's views in a row, which on a phone is drawn sideways; the one that is open comes into sight by itself. */
export function DeskNav({ views }: { views: readonly DeskView[] }) {
  const { pathname } = useLocation()
  const may = useMay()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is open
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])

  return (
    <nav aria-label={texts.nav} className="-mx-(--page-margin) border-b border-line-strong sm:mx-0">
      <ul ref={list} className="sideways flex px-2 sm:px-0">
        {views.map(({ name, path }) => {
          const to = path ? `/desk/${path.replace(/\/\*$/, '')}` : '/desk'
          const isOpen = path
            ? pathname === to || pathname.startsWith(`${to}/`)
            : /^\/desk\/?$/.test(pathname)
          return (
            <li key={name} className="flex shrink-0">
              <PageLink
                to={to}
                aria-current={isOpen ? 'page' : undefined}
                className={cn(
                  linkStyle,
                  isOpen ? 'border-meadow text-ink' : 'border-transparent text-ink-soft',
                )}
              >
                {texts.views[name]}
              </PageLink>
            </li>
          )
        })}
        {may('technics') && (
          <li className="ml-auto flex shrink-0">
            <PageLink to="/misc" className={cn(linkStyle, 'border-transparent text-ink-soft')}>
              {texts.panel}
            </PageLink>
          </li>
        )}
      </ul>
    </nav>
  )
}
