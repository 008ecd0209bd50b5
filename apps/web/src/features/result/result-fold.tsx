import { type ReactNode, useEffect, useId, useRef } from 'react'
import { ChevronDownIcon } from '#web/ui/icons.tsx'

type ResultFoldProps = {
  title: string
  /** A few words beside the title. */
  line?: ReactNode
  note?: ReactNode
  isOpen?: boolean
  children: ReactNode
}

/** A part of a result that one press opens. The browser finds its words when it is closed, and paper has them all. */
export function ResultFold({ title, line, note, isOpen = false, children }: ResultFoldProps) {
  const titleId = useId()
  const details = useOpenWhenPrinting()
  return (
    <details ref={details} open={isOpen} className="fold group border-t border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4 py-2 lg:min-h-13 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 lg:flex lg:items-baseline lg:gap-4">
          <h2 id={titleId} className="headline text-[min(1.125rem,7vw)] lg:text-xl leading-snug">
            {title}
          </h2>
          {line && <span className="block text-label text-ink-soft">{line}</span>}
        </span>
        <ChevronDownIcon className="size-5 text-meadow-deep transition-transform group-open:rotate-180 print:hidden" />
      </summary>
      <section aria-labelledby={titleId} className="pt-1 pb-9 lg:pb-12">
        {note && <p className="mb-4 text-label text-ink-soft">{note}</p>}
        {children}
      </section>
    </details>
  )
}

/** Opens the fold for as long as the page is printed: `::details-content`, which a style would open, is unknown to Safari before 18.4. */
function useOpenWhenPrinting() {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const fold = details.current
    function open() {
      if (!fold || fold.open) return
      fold.open = true
      addEventListener('afterprint', () => fold.removeAttribute('open'), { once: true })
    }
    addEventListener('beforeprint', open)
    return () => removeEventListener('beforeprint', open)
  }, [])
  return details
}
