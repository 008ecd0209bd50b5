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
      <div className="flex items-baseline justify-between text-sm text-ink-soft">
        <span aria-live="polite" className="text-ink">
          {step}
        </span>
        <span>{percentText(percent)}</span>
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
          style={{ transform: wayBehind(percent) }}
        >
          <span className="absolute -right-3 bottom-px h-3 w-6 rounded-t-full bg-amber" />
        </span>
      </div>
    </div>
  )
}

const percentText = (percent: number) => `${percent}\u00a0%`
const wayBehind = (percent: number) => `translateX(${percent - 100}%)`

/**
 * Says how far a quiz is in the frame that shows its step, before Preact has heard of it: a frame later, it would be laid out
 * and painted by itself. What Preact sets afterwards is the same, and changes nothing.
 */
export function showProgress(around: HTMLElement, quiz: QuizState): void {
  const done = progress(quiz)
  const bar = around.querySelector('[role="progressbar"]')
  const sun = bar?.lastElementChild
  if (sun instanceof HTMLElement) sun.style.transform = wayBehind(done.percent)
  const said = [texts.step(done), percentText(done.percent)]
  for (const each of bar?.previousElementSibling?.children ?? []) {
    // The text's own node is kept, which is Preact's.
    if (each.firstChild) each.firstChild.nodeValue = said.shift() ?? ''
  }
}
