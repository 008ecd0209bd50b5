import { subscriptionTexts as texts } from '@app/content/ru/ui/subscription'
import type { SubscriptionDay } from '@app/contracts/subscription'
import { cn } from '#web/lib/cn.ts'

type DayMarksProps = {
  days: readonly SubscriptionDay[]
  /** The day whose message is on screen. */
  shown: number | null
  onShow: (day: number) => void
}

/** The five days in a row, along the horizon: how far each got, and its message at a press. */
export function DayMarks({ days, shown, onShow }: DayMarksProps) {
  return (
    <ol className="grid grid-cols-5">
      {days.map((day) => (
        <li
          key={day.day}
          className="relative grid content-start justify-items-center gap-2 before:absolute before:top-1/2 before:row-start-1 before:row-end-2 before:h-0.5 before:w-full before:bg-mist-deep first:before:left-1/2 first:before:w-1/2 last:before:right-1/2 last:before:w-1/2"
        >
          {day.text === null ? (
            <span aria-hidden="true" className={markStyle(day, false)}>
              {day.day}
            </span>
          ) : (
            <button
              type="button"
              aria-label={texts.day(day.day)}
              aria-pressed={shown === day.day}
              className={markStyle(day, shown === day.day)}
              onClick={() => onShow(day.day)}
            >
              {day.day}
            </button>
          )}
          <span className="text-center text-[0.8125rem] leading-tight text-ink-soft max-sm:sr-only">
            <span className="sr-only">{texts.day(day.day)}: </span>
            {day.status ? texts.statuses[day.status] : <span className="sr-only">{texts.notSent}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function markStyle({ status }: SubscriptionDay, isShown: boolean): string {
  return cn(
    'printed relative grid aspect-square w-full max-w-11 place-items-center rounded-full border text-[min(1rem,5vw)] leading-none font-semibold tabular-nums',
    status === null && 'border-line-strong bg-paper text-ink-soft',
    status === 'failed' && 'border-danger/40 bg-danger-soft text-danger',
    status !== null && status !== 'failed' && 'day-sent border-meadow bg-meadow text-on-fill',
    isShown && 'outline-3 outline-offset-3 outline-amber',
  )
}
