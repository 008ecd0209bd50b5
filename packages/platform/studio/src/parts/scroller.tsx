import type { ReactNode } from 'react'

/** Scrolls what is wider or longer than its place, by the keyboard too. */
export function Scroller({
  name,
  isStale = false,
  children,
}: {
  name: string
  isStale?: boolean
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it no key would scroll it.
    <section className="scroll" data-stale={isStale} tabIndex={0} aria-label={name}>
      {children}
    </section>
  )
}
