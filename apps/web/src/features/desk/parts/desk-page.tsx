import type { ReactNode } from 'react'
import { usePageMeta } from '#web/lib/page/page-meta.ts'

type DeskPageProps = {
  title: string
  lead?: ReactNode
  /** Actions beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A view of the desk with its heading. */
export function DeskPage({ title, lead, actions, children }: DeskPageProps) {
  usePageMeta({ title })
  return (
    <div className="grid min-w-0 gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-1">
          <h1 tabIndex={-1} className="headline text-question outline-none">
            {title}
          </h1>
          {lead && <p className="max-w-[46rem] text-label text-ink-soft">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
