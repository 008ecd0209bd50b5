import type { TodaysStep } from '@app/content/ru/todays-step'
import { resultTexts } from '@app/content/ru/ui/result'
import type { Subcategory } from '@app/domain/result/categories'
import { useId } from 'react'
import { useTicks } from '#web/lib/ticks/use-ticks.ts'
import { CheckMark } from '#web/ui/check-mark.tsx'

type TodaysTickProps = { subcategory: Subcategory; today: TodaysStep }

/** Today's task with its checklist tick. */
export function TodaysTick({ subcategory, today: { step, item } }: TodaysTickProps) {
  const { ticked, toggle } = useTicks(subcategory)
  const isDone = ticked.has(item)
  const titleId = useId()
  return (
    <div className="flex flex-col rounded-3xl border border-line bg-card p-5 sm:p-8">
      <h3 id={titleId} className="text-label font-medium text-meadow-deep">
        {step.title}
      </h3>
      <label className="mt-3 flex items-start gap-4">
        <span className="relative inline-flex size-[min(2.5rem,12vw)] shrink-0">
          <input
            type="checkbox"
            aria-describedby={titleId}
            checked={isDone}
            onChange={() => toggle(item)}
            className="peer size-full appearance-none rounded-full border-2 border-meadow bg-card checked:bg-meadow hover:bg-mist checked:hover:bg-meadow-deep"
          />
          <CheckMark className="pointer-events-none absolute inset-1/4 hidden size-1/2 text-on-fill peer-checked:block" />
        </span>
        <span className="headline min-w-0 text-[min(1.1875rem,6.5vw)] leading-snug">{step.text}</span>
      </label>
      <p
        role="status"
        className="mt-3 min-h-6 pl-[calc(min(2.5rem,12vw)+1rem)] text-label text-meadow-deep empty:hidden"
      >
        {isDone && resultTexts.stepDone}
      </p>
    </div>
  )
}
