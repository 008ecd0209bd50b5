import type { ReactNode } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { AcceptLead } from './accept-lead.tsx'

export type WaitingRow = {
  key: string
  /** The place where the action is; nowhere for what nothing can be done about from here. */
  to: string | null
  name: string
  /** The end of the line: a time, an amount or a date. */
  note: ReactNode
  /** A truncated second line. */
  more?: string | null
  /** An attempt that is to be accepted. */
  trappedId?: string
}

type WaitingListProps = {
  id: string
  texts: { title: string; empty: string; all: string; lead?: string }
  lines: readonly WaitingRow[]
  count: number
  isMore: boolean
  /** The link to the whole list. */
  all: string
}

/** A list of waiting matters with links to their actions. */
export function WaitingList({ id, texts, lines, count, isMore, all }: WaitingListProps) {
  return (
    <section
      aria-labelledby={`today-${id}`}
      data-list={id}
      className="@container grid min-w-0 grid-cols-1 content-start gap-1 rounded-card border border-line bg-card p-4 sm:p-5"
    >
      {/* With large fonts the heading has its own line. */}
      <div className="flex items-baseline justify-between gap-x-3 @max-[12rem]:flex-col">
        <h2 id={`today-${id}`} className="headline text-xl hyphens-auto">
          {texts.title}
        </h2>
        <span className="text-xl font-medium text-ink-soft tabular-nums">{isMore ? `${count}+` : count}</span>
      </div>
      {texts.lead && <p className="text-label text-ink-soft">{texts.lead}</p>}
      {lines.length === 0 ? (
        <p className="py-2 text-label text-ink-soft">{texts.empty}</p>
      ) : (
        <ul className="-mx-2 grid">
          {lines.map((line) => (
            <li key={line.key} className="border-b border-line last:border-b-0">
              <Line line={line} />
              {line.trappedId && <AcceptLead trappedId={line.trappedId} name={line.name} />}
            </li>
          ))}
        </ul>
      )}
      {count > lines.length && (
        <PageLink
          to={all}
          className="inline-flex min-h-11 min-w-11 items-center justify-self-start text-label text-meadow-deep"
        >
          {texts.all}
        </PageLink>
      )}
    </section>
  )
}

const lineStyle = 'grid min-h-11 content-center rounded-lg px-2 py-1.5 text-ink no-underline'

function Line({ line: { to, name, note, more } }: { line: WaitingRow }) {
  const words = (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <span className="text-label text-ink-soft tabular-nums">{note}</span>
      </span>
      {more && <span className="line-clamp-3 text-label text-ink-soft wrap-anywhere">{more}</span>}
    </>
  )
  return to ? (
    <PageLink to={to} className={`${lineStyle} hover:bg-mist`}>
      {words}
    </PageLink>
  ) : (
    <div className={lineStyle}>{words}</div>
  )
}
