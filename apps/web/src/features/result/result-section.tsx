import { type ReactNode, useId } from 'react'

type ResultSectionProps = {
  title: string
  note?: string | undefined
  /** Where links on the page point. */
  id?: string
  children: ReactNode
}

/** A part of a result: its title at the side of a wide screen, its content beside it. */
export function ResultSection({ title, note, id, children }: ResultSectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-x-12 gap-y-5 border-t border-line py-9 lg:grid-cols-[17rem_minmax(0,1fr)] lg:py-14"
    >
      <div>
        <h2 id={titleId} className="headline text-[1.625rem] leading-tight">
          {title}
        </h2>
        {note && <p className="mt-2 text-label text-ink-soft">{note}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
