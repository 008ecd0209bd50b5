import { stepTexts } from '@app/content/ru/questions'
import { quizTexts } from '@app/content/ru/ui/quiz'
import type { Step } from '@app/domain/quiz/steps'
import { memo, type ReactNode } from 'react'
import { StepHeading } from './step-heading.tsx'

/** The ids a step's controls are described by. */
export function stepIds(step: Step) {
  return { title: `${step.id}-title`, hint: `${step.id}-hint`, seeDoctor: `${step.id}-doctor` }
}

/** Returns the ids for `aria-describedby` of a step's controls: the hint and the doctor's advice, if any. */
export function describedBy(step: Step): string | undefined {
  const { hint, seeDoctor } = stepTexts[step.id]
  const ids = stepIds(step)
  return [hint && ids.hint, seeDoctor && ids.seeDoctor].filter(Boolean).join(' ') || undefined
}

type StepFrameProps = {
  step: Step
  /** Replaces the step's title. */
  title?: string | undefined
  hint?: string | undefined
  onSubmit: () => void
  nav: ReactNode
  children: ReactNode
}

/**
 * One step. On a phone the answers stand close under the question; on a wide screen the question is on the panel at
 * the left and the answers beside it.
 */
export function StepFrame({ step, title, hint, onSubmit, nav, children }: StepFrameProps) {
  const { seeDoctor } = stepTexts[step.id]
  return (
    <form
      noValidate
      // Browsers would restore answers after a device reset.
      autoComplete="off"
      data-step={step.id}
      className="step-form"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <StepWords step={step} title={title} hint={hint} />
      <div className="step-answers">
        <div className="on-paper fades-below pt-5 pb-4 lg:p-0 low:my-auto low:py-2 [@media(max-height:40rem)]:pt-2">
          {children}
          {seeDoctor && (
            <p id={stepIds(step).seeDoctor} className="step-note">
              {seeDoctor}
            </p>
          )}
        </div>
        {/* What is left over on a phone shows the scene behind it. */}
        <div className="min-h-1 flex-1 lg:hidden low:hidden" />
        <div className="step-bar">{nav}</div>
      </div>
    </form>
  )
}

/** Shows the question with its hint and folded reason. Memoized, so an answer does not render it again. */
const StepWords = memo(function StepWords({
  step,
  ...words
}: Pick<StepFrameProps, 'step' | 'title' | 'hint'>) {
  const { why } = stepTexts[step.id]
  const { title = stepTexts[step.id].title, hint = stepTexts[step.id].hint } = words
  const ids = stepIds(step)
  return (
    <div className="on-paper lg:px-11 lg:pt-12 low:self-start">
      <StepHeading id={ids.title}>{title}</StepHeading>
      {hint && (
        <p id={ids.hint} className="mt-3 text-[1.0625rem] leading-normal text-ink-soft">
          {hint}
        </p>
      )}
      {why && (
        <details className="step-why">
          <summary>{quizTexts.why}</summary>
          <p>{why}</p>
        </details>
      )}
    </div>
  )
})
