import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'

type ResultSectionProps = {
  title: string
  note?: ReactNode
  /** The target of links. */
  id?: string
  /** True when the title is above a full-width content. */
  isWide?: boolean
  children: ReactNode
}

/**
 * A section of a result with a title beside it. It scrolls into view when the address names it,
 * because it appears after its data.
 */
export function ResultSection({ title, note, id, isWide = false, children }: ResultSectionProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!id || window.location.hash !== `#${id}`) return
    // Leads a visitor after a failed payment to the continue button.
    const waiting = section.current?.querySelector('[data-waiting-order]')
    if (waiting) waiting.scrollIntoView({ block: 'center' })
    else section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={titleId}
      className={cn(
        'grid -scroll-mt-6 gap-x-12 gap-y-5 border-t border-line py-6 first:border-t-0 lg:-scroll-mt-10 lg:py-14',
        isWide ? 'lg:gap-y-8' : 'lg:grid-cols-[17rem_minmax(0,1fr)]',
      )}
    >
      <div>
        <h2 id={titleId} tabIndex={-1} className="headline text-[min(1.625rem,8.5vw)] leading-tight">
          {title}
        </h2>
        {note && <p className="mt-2 max-w-[40rem] text-label text-ink-soft">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
