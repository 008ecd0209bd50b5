import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import type { QuizState } from '@app/domain/quiz/machine'
import { progress } from '@app/domain/quiz/machine'

/** How far the visitor is: the sun travels along the horizon. */
export function QuizProgress({ quiz }: { quiz: QuizState }) {
  const done = progress(quiz)
  const { percent } = done
  const step = texts.step(done)
  return (
    <div>
      <div className="flex items-baseline justify-between text-sm text-ink-soft">
        <span aria-live="polite" className="text-ink">
          {step}
        </span>
        <span>{`${percent}\u00a0%`}</span>
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
        {/* The way behind the sun moves with it, by transform, which costs the page neither layout nor paint. On a phone it steps: its frames would be taken from the step that follows. */}
        <span
          className="absolute right-3 bottom-0 left-0 h-0.5 bg-meadow lg:transition-transform lg:duration-200"
          style={{ transform: `translateX(${percent - 100}%)` }}
        >
          <span className="absolute -right-3 bottom-px h-3 w-6 rounded-t-full bg-amber" />
        </span>
      </div>
    </div>
  )
}
