import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import type { SubscriptionDay } from '@app/contracts/subscription'
import { useId, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'

/** The five days by their names, one under another: how far each got, and its message at a press. The newest is open. */
export function DayList({ days }: { days: readonly SubscriptionDay[] }) {
  const newest = days.filter(({ text }) => text !== null).at(-1)?.day ?? null
  const [chosen, setChosen] = useState<number | null | undefined>(undefined)
  const open = chosen === undefined ? newest : chosen
  return (
    <ol className="grid grid-cols-1">
      {days.map((day) => (
        <Day
          key={day.day}
          day={day}
          isOpen={day.day === open}
          onPress={() => setChosen(day.day === open ? null : day.day)}
        />
      ))}
    </ol>
  )
}

type DayProps = { day: SubscriptionDay; isOpen: boolean; onPress: () => void }

function Day({ day, isOpen, onPress }: DayProps) {
  const bodyId = useId()
  const { theme, text, status } = day
  const about = [texts.day(day.day), status && texts.statuses[status]]
  const words = (
    <>
      <span className="block text-label text-ink-soft">{about.filter(Boolean).join(' · ')}</span>
      <span className={cn('headline block text-lg leading-snug', text === null && 'text-ink-soft')}>
        {theme}
      </span>
    </>
  )
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 pb-5 not-last:before:absolute not-last:before:top-2 not-last:before:bottom-0 not-last:before:left-[1.3125rem] not-last:before:w-0.5 not-last:before:bg-mist-deep last:pb-0">
      <Mark day={day} />
      <div className="min-w-0">
        {text === null ? (
          <p>{words}</p>
        ) : (
          <h3>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              className="printed group flex min-h-11 w-full items-center justify-between gap-3 rounded-lg text-left"
              onClick={onPress}
            >
              <span>{words}</span>
              <Chevron isOpen={isOpen} />
            </button>
          </h3>
        )}
        {text !== null && (
          <div
            id={bodyId}
            // `hidden` would also hide it on paper.
            className={cn(
              'mt-3 max-w-[40rem] gap-3 rounded-3xl rounded-tl-md border border-line bg-card px-5 py-4 leading-relaxed sm:px-6 sm:py-5',
              isOpen ? 'grid' : 'hidden print:grid',
            )}
          >
            {text.split('\n\n').map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
        )}
      </div>
    </li>
  )
}

function Mark({ day: { day, status } }: { day: SubscriptionDay }) {
  const isSent = status !== null && status !== 'failed'
  return (
    <span
      aria-hidden="true"
      className={cn(
        'relative grid size-11 place-items-center rounded-full border leading-none font-semibold tabular-nums',
        status === null && 'border-line-strong bg-paper text-ink-soft',
        status === 'failed' && 'border-danger/40 bg-danger-soft text-danger',
        isSent && 'day-sent border-meadow bg-meadow text-on-fill',
      )}
    >
      {isSent ? <CheckMark className="size-5" /> : day}
    </span>
  )
}

function Chevron({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      className={cn('size-5 shrink-0 text-ink-soft print:hidden', isOpen && 'rotate-180')}
    >
      <path
        d="m5 7.5 5 5 5-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
