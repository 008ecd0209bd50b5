import { type ReactNode, useId } from 'react'

/** A part of a person's page under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="headline text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
