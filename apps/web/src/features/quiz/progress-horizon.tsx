import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import type { QuizState } from '@app/domain/quiz/machine'
import { progress } from '@app/domain/quiz/machine'

/** How far the visitor is: the sun travels along the horizon. */
export function ProgressHorizon({ quiz }: { quiz: QuizState }) {
  const done = progress(quiz)
  const { percent } = done
  const step = texts.step(done)
  return (
    <div>
      <div className="flex items-baseline justify-between text-sm text-ink-soft tabular-nums">
        <span aria-live="polite" className="font-medium text-ink">
          {step}
        </span>
        <span>{percent}&nbsp;%</span>
      </div>
      <div
        role="progressbar"
        aria-label={texts.progressLabel}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={step}
        className="relative mt-1 h-4 overflow-hidden"
      >
        <span className="absolute inset-x-0 bottom-0 h-0.5 bg-mist-deep" />
        {/* Both move by transform, which costs the page neither layout nor paint. */}
        <span
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-meadow transition-transform duration-200"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
        <span
          className="absolute inset-x-3 bottom-px transition-transform duration-200"
          style={{ transform: `translateX(${percent}%)` }}
        >
          <svg viewBox="0 0 24 12" aria-hidden="true" className="-ml-3 w-6">
            <path d="M0 12a12 12 0 0 1 24 0Z" fill="var(--color-amber)" />
          </svg>
        </span>
      </div>
    </div>
  )
}
