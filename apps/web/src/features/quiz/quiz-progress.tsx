import { quizTexts as texts } from '@app/content/ru/ui/quiz'
import { chapterOf, chapters, stepsPerChapter } from '@app/domain/quiz/chapters'
import type { QuizState } from '@app/domain/quiz/machine'
import { progress } from '@app/domain/quiz/machine'
import { cn } from '#web/lib/cn.ts'

/** Shows the progress of the quiz: the sun moves along the horizon, past the names of the chapters. */
export function QuizProgress({ quiz }: { quiz: QuizState }) {
  const done = progress(quiz)
  const { percent } = done
  const step = texts.step(done)
  const chapter = chapterOf(quiz.stepId)
  const sizes = stepsPerChapter(quiz.answers)
  return (
    <div className="@container">
      <div className="flex items-baseline justify-between text-sm text-ink-soft">
        <span aria-live="polite" className="text-ink">
          {step}
        </span>
        <span>{`${percent}\u00a0%`}</span>
      </div>
      <div
        role="progressbar"
        aria-label={chapter ? texts.progressIn(texts.chapters[chapter]) : texts.progressLabel}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={step}
        className="relative mt-1 h-4 overflow-hidden"
      >
        <span className="absolute inset-x-0 bottom-0 h-0.5 bg-mist-deep" />
        {/* Moved by transform, which costs no layout. Phones skip the transition to save frames. */}
        <span
          className="absolute right-3 bottom-0 left-0 h-0.5 bg-meadow lg:transition-transform lg:duration-200"
          style={{ transform: `translateX(${percent - 100}%)` }}
        >
          <span className="line-sun absolute -right-3 bottom-px h-3 w-6 rounded-t-full bg-amber" />
        </span>
      </div>
      {/* Each name stands at its part of the line. Where letters are so large that three have no room, at its beginning alone. */}
      <div aria-hidden="true" className="chapter-names">
        {chapters.map((each) => (
          <span
            key={each}
            className={cn('chapter-name', each === chapter && 'font-medium text-ink')}
            style={{ flexGrow: sizes[each] }}
          >
            {texts.chapters[each]}
          </span>
        ))}
      </div>
    </div>
  )
}
