import { type ReactNode, useEffect, useId, useRef } from 'react'

type ResultSectionProps = {
  title: string
  note?: ReactNode
  /** Where links on the page point. */
  id?: string
  children: ReactNode
}

/**
 * A part of a result: its title at the side of a wide screen, its content beside it. When the address names it, it scrolls
 * into view as it comes: it waits for data, so it is not there yet when the page is entered.
 */
export function ResultSection({ title, note, id, children }: ResultSectionProps) {
  const titleId = useId()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (id && window.location.hash === `#${id}`) section.current?.scrollIntoView()
  }, [id])
  return (
    <section
      ref={section}
      id={id}
      aria-labelledby={titleId}
      className="grid -scroll-mt-6 gap-x-12 gap-y-5 border-t border-line py-9 lg:-scroll-mt-10 lg:grid-cols-[17rem_minmax(0,1fr)] lg:py-14"
    >
      <div>
        <h2 id={titleId} className="headline text-[min(1.625rem,8.5vw)] leading-tight">
          {title}
        </h2>
        {note && <p className="mt-2 text-label text-ink-soft">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
