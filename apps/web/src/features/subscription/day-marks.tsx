import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import type { SubscriptionDay } from '@app/contracts/subscription'
import { cn } from '#web/lib/cn.ts'

/** The five days in a row: what was sent and how far it got. */
export function DayMarks({ days }: { days: readonly SubscriptionDay[] }) {
  return (
    <ol className="mt-3 grid grid-cols-5 gap-2 sm:gap-3">
      {days.map(({ day, status }) => (
        <li key={day} className="grid justify-items-center gap-1.5 text-center">
          <span
            aria-hidden="true"
            className={cn(
              'grid size-10 place-items-center rounded-full border font-semibold tabular-nums',
              status === null && 'border-line-strong text-ink-soft',
              status === 'failed' && 'border-danger/40 bg-danger-soft text-danger',
              status !== null && status !== 'failed' && 'border-meadow bg-meadow text-on-fill',
            )}
          >
            {day}
          </span>
          <span className="text-sm leading-tight text-ink-soft">
            <span className="sr-only">{texts.day(day)}: </span>
            {status ? texts.statuses[status] : <span className="sr-only">{texts.notSent}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
