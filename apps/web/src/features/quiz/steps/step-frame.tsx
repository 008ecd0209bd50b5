import { stepTexts } from '@app/content/ru/questions'
import { type Step, steps } from '@app/domain/quiz/steps'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { StepHeading } from './step-heading.tsx'

/** The ids a step's controls are described by. */
export function stepIds(step: Step) {
  return { title: `${step.id}-title`, hint: `${step.id}-hint`, why: `${step.id}-why` }
}

/** Returns the ids for `aria-describedby`: the hint and the reason. */
export function describedBy(step: Step): string | undefined {
  const { hint, why } = stepTexts[step.id]
  const ids = stepIds(step)
  return [hint && ids.hint, why && ids.why].filter(Boolean).join(' ') || undefined
}

type StepFrameProps = {
  step: Step
  /** Replaces the step's title. */
  title?: string | undefined
  hint?: string | undefined
  onSubmit: () => void
  nav: ReactNode
  /** The answers' place on a phone: within reach of the thumb, or above the keyboard. */
  answersAt?: 'thumb' | 'top'
  children: ReactNode
}

/** A step's layout: on a phone the question is above the answers, on a wide screen beside them. */
export function StepFrame({
  step,
  title,
  hint,
  onSubmit,
  nav,
  answersAt = 'thumb',
  children,
}: StepFrameProps) {
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
      {answersAt === 'thumb' && <DawnGap step={step} />}
      <div className="step-answers">
        <div className={cn('pb-5 lg:p-0 low:my-auto low:py-2', answersAt === 'thumb' ? 'pt-3' : 'pt-7')}>
          {children}
        </div>
        {answersAt === 'top' && <DawnGap step={step} />}
        <div className="step-bar">{nav}</div>
      </div>
    </form>
  )
}

/** The question with its hint and reason, memoized. */
const StepWords = memo(function StepWords({
  step,
  ...words
}: Pick<StepFrameProps, 'step' | 'title' | 'hint'>) {
  const { why } = stepTexts[step.id]
  const { title = stepTexts[step.id].title, hint = stepTexts[step.id].hint } = words
  const ids = stepIds(step)
  return (
    <div className="lg:px-11 lg:pt-12 low:self-start">
      <StepHeading id={ids.title}>{title}</StepHeading>
      {hint && (
        <p id={ids.hint} className="mt-3 text-[1.0625rem] leading-normal text-ink-soft">
          {hint}
        </p>
      )}
      {why && (
        <p
          id={ids.why}
          className="mt-4 border-l-2 border-amber pl-3.5 text-label leading-normal text-ink-soft lg:mt-6"
        >
          {why}
        </p>
      )}
    </div>
  )
})

/** Fills a tall gap on a phone with a rising sun. */
const DawnGap = memo(function DawnGap({ step }: { step: Step }) {
  return (
    <div aria-hidden="true" className="dawn-gap">
      <div className="gap-sun" style={{ '--rise': steps.indexOf(step) } as CSSProperties} />
    </div>
  )
})
