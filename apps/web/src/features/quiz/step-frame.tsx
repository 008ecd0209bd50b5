import { stepTexts } from '@app/content/ru/questions'
import type { Step } from '@app/domain/quiz/steps'
import type { ReactNode } from 'react'
import { StepHeading } from './step-heading.tsx'

/** The ids a step's controls are described by. */
export function stepIds(step: Step) {
  return { title: `${step.id}-title`, hint: `${step.id}-hint`, why: `${step.id}-why` }
}

/** What `aria-describedby` of a step's controls names: whichever of hint and reason the step has. */
export function describedBy(step: Step): string | undefined {
  const { hint, why } = stepTexts[step.id]
  const ids = stepIds(step)
  return [hint && ids.hint, why && ids.why].filter(Boolean).join(' ') || undefined
}

type StepFrameProps = {
  step: Step
  onSubmit: () => void
  nav: ReactNode
  children: ReactNode
}

/** One step: the question on one side, the answers and the way on at the other; on a phone one above the other. */
export function StepFrame({ step, onSubmit, nav, children }: StepFrameProps) {
  const { hint, why } = stepTexts[step.id]
  const ids = stepIds(step)
  return (
    <form
      noValidate
      data-step={step.id}
      className="flex flex-1 animate-step-in flex-col lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:grid-rows-[auto_1fr_auto] lg:gap-x-20"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="lg:pt-4">
        <StepHeading id={ids.title}>{stepTexts[step.id].title}</StepHeading>
        {hint && (
          <p id={ids.hint} className="mt-3 text-[1.0625rem] leading-normal text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <div className="mt-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:pt-4">{children}</div>
      {why && (
        <p
          id={ids.why}
          className="mt-6 max-w-[30rem] border-l-2 border-amber pl-4 text-label leading-normal text-ink-soft lg:col-start-1 lg:row-start-2 lg:mt-7"
        >
          {why}
        </p>
      )}
      <div className="sticky bottom-0 -mx-5 mt-auto border-t border-line bg-paper/95 px-5 pt-3 pb-safe sm:-mx-8 sm:px-8 lg:static lg:col-start-2 lg:row-start-3 lg:mx-0 lg:border-0 lg:bg-transparent lg:px-0 lg:pt-8 max-lg:translate-y-0">
        {nav}
      </div>
    </form>
  )
}
