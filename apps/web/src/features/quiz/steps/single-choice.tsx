import type { OptionText } from '@app/content/ru/options'
import { optionTexts } from '@app/content/ru/questions'
import { choose } from '@app/domain/quiz/machine'
import { type OptionOf, quizOptions, type SingleChoiceKey } from '@app/domain/quiz/options'
import type { Step } from '@app/domain/quiz/steps'
import { type MouseEvent, memo, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import { LazyPart } from '#web/lib/page/lazy-part.tsx'
import { goToNextStep, recordAnswer } from '../store/quiz-actions.ts'
import { optionPicture } from './later-steps.ts'
import { OptionCard } from './option-card.tsx'
import { isPictured, optionLayout } from './pictured-choices.ts'
import { describedBy, StepFrame, stepIds } from './step-frame.tsx'
import { StepNav } from './step-nav.tsx'
import { useAutoAdvance } from './use-auto-advance.ts'
import { useChoiceKeys } from './use-choice-keys.ts'
import { useDoubleTapGuard } from './use-double-tap-guard.ts'

type Option = OptionOf<SingleChoiceKey>

type SingleChoiceProps = {
  step: Extract<Step, { type: 'single-choice' }>
  chosen: string | undefined
  canGoOn: boolean
}

/** A single choice, which advances after a moment. Memoized by its answer. */
export const SingleChoice = memo(function SingleChoice({ step, chosen, canGoOn }: SingleChoiceProps) {
  const group = useRef<HTMLDivElement>(null)
  const advancing = useAutoAdvance(goToNextStep)
  const options: readonly Option[] = quizOptions[step.key]
  const texts: Readonly<Partial<Record<Option, OptionText>>> = optionTexts[step.key]
  const layout = optionLayout(step.key)

  /** Returns true when the choice was accepted, false during the pause. */
  function pick(value: Option | undefined, pressedAt: number): boolean {
    if (value === undefined || !advancing.schedule(pressedAt)) return false
    recordAnswer((state) => choose(state, step.key, value))
    return true
  }
  useChoiceKeys(group, (index, pressedAt) => void pick(options[index], pressedAt))
  const isMeantForThis = useDoubleTapGuard()

  // Pressing the chosen option again is an answer too, and no change event tells of it.
  function press(event: MouseEvent) {
    const { target, timeStamp } = event
    if (!(target instanceof HTMLInputElement)) return
    const value = options.find((each) => each === target.value)
    if (!isMeantForThis(event) || !pick(value, timeStamp)) event.preventDefault()
  }

  return (
    <StepFrame
      step={step}
      nav={<StepNav canGoOn={canGoOn} />}
      onSubmit={() => {
        advancing.cancel()
        goToNextStep()
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys press the controls within, and that is heard here */}
      <div
        ref={group}
        role="radiogroup"
        onClick={press}
        onMouseDown={keepFocusOnQuestion}
        aria-labelledby={stepIds(step).title}
        aria-describedby={describedBy(step)}
        className={cn(
          'grid grid-cols-1 gap-2.5',
          layout === 'tile' &&
            'grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,50%-0.625rem)),1fr))] lg:grid-cols-3',
        )}
      >
        {options.map((value, index) => {
          const text = texts[value]
          if (!text) return null
          return (
            <OptionCard
              key={value}
              text={text}
              digit={index + 1}
              layout={layout}
              picture={
                isPictured(step.key) && <LazyPart part={optionPicture} props={{ name: step.key, value }} />
              }
              type="radio"
              name={step.key}
              value={value}
              checked={chosen === value}
            />
          )
        })}
      </div>
    </StepFrame>
  )
})

/**
 * Keeps the focus on the question after a pointer press, because moving it costs the next frame's
 * layout.
 */
function keepFocusOnQuestion(event: MouseEvent) {
  if (event.button === 0) event.preventDefault()
}
