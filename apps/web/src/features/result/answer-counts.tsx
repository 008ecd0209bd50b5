import { resultTexts } from '@app/content/ru/ui/result'
import type { QuizAnswers } from '@app/domain/quiz/answers'
import { type Category, categories } from '@app/domain/result/categories'
import { countAnswers, type QuizResult } from '@app/domain/result/result'
import { cn } from '#web/lib/cn.ts'

const texts = resultTexts.counts

/** The quiz's order: the body between nerves and habits. */
const rows = ['B', 'A', 'C'] as const satisfies readonly Category[]

const dotColour = {
  A: 'var(--color-amber)',
  B: 'var(--color-dusk)',
  C: 'var(--color-meadow)',
} as const satisfies Record<Category, string>

type AnswerCountsProps = { result: QuizResult; answers: QuizAnswers }

/** A dot for each answer by category, with one sentence for screen readers. */
export function AnswerCounts({ result, answers }: AnswerCountsProps) {
  const counts = countAnswers(result.mainCategory, answers)
  const most = Math.max(...categories.map((category) => counts[category]))
  if (most === 0) return null
  const isWeighed = counts[result.mainCategory] < most
  return (
    <figure className="max-w-[26rem]">
      <div
        role="img"
        aria-label={texts.sentence(counts)}
        className="grid grid-cols-[auto_minmax(min(5rem,20vw),1fr)_auto] items-center gap-x-[min(1rem,4vw)] gap-y-3.5"
      >
        {rows.map((category) => (
          <div
            key={category}
            className={cn('contents', category === result.mainCategory ? 'font-semibold' : 'text-ink-soft')}
          >
            <span>{texts.names[category]}</span>
            <AnswerDots count={counts[category]} of={most} colour={dotColour[category]} />
            <span className="text-right tabular-nums">{counts[category]}</span>
          </div>
        ))}
      </div>
      <figcaption className="mt-3 text-sm text-ink-soft">
        {isWeighed ? `${texts.dot} ${texts.weighed}` : texts.dot}
      </figcaption>
    </figure>
  )
}

const dotSpacing = 10

/** Draws dots as a dashed line, so that all rows have the same dot size. */
function AnswerDots({ count, of, colour }: { count: number; of: number; colour: string }) {
  return (
    <svg
      viewBox={`0 0 ${Math.max(of, 10) * dotSpacing} 8`}
      fill="none"
      aria-hidden="true"
      strokeWidth="7.5"
      strokeLinecap="round"
      strokeDasharray={`0 ${dotSpacing}`}
      className="w-full"
    >
      {count > 0 && <path d={`M4 4h${(count - 1) * dotSpacing + 0.01}`} stroke={colour} />}
    </svg>
  )
}
