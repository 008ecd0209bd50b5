import { laterQuizTexts as texts } from '@app/content/ru/ui/quiz-later'
import { validationMessage } from '@app/content/ru/validation'
import { canAdvance, enterNumber, type QuizState } from '@app/domain/quiz/machine'
import type { Step } from '@app/domain/quiz/steps'
import { numberLimits, parseNumber } from '@app/domain/quiz/validation'
import { type KeyboardEvent, useRef, useState } from 'react'
import { FieldMessage } from '#web/ui/field.tsx'
import { goToNextStep, recordAnswer } from '../store/quiz-actions.ts'
import { describedBy, StepFrame, stepIds } from './step-frame.tsx'
import { StepNav } from './step-nav.tsx'
import { useFocusOnDigit } from './use-focus-on-digit.ts'

type NumberStepProps = { step: Extract<Step, { type: 'number-input' }>; quiz: QuizState }

/** A height or weight. Errors appear on blur or Enter. */
export function NumberStep({ step, quiz }: NumberStepProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => String(quiz.answers[step.key] ?? '').replace('.', ','))
  const [isTouched, setTouched] = useState(false)
  const reading = parseNumber(step.key, text)
  const error =
    isTouched && !reading.ok
      ? validationMessage(reading.code, {
          ...numberLimits[step.key],
          name: texts.numbers[step.key],
          unit: texts.units[step.key],
        })
      : null
  const errorId = `${step.id}-error`
  useFocusOnDigit(input)

  function type(typed: string) {
    const read = parseNumber(step.key, typed)
    setText(typed)
    recordAnswer((state) => enterNumber(state, step.key, read.ok ? read.value : undefined))
  }

  // A disabled Next swallows the browser's own Enter, and with it the reason why.
  function explainOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || reading.ok) return
    event.preventDefault()
    setTouched(true)
  }

  return (
    <StepFrame step={step} onSubmit={goToNextStep} nav={<StepNav canGoOn={canAdvance(quiz)} />}>
      <label className="flex max-w-md cursor-text items-baseline gap-3 rounded-card border-2 border-line-strong bg-card px-5 py-2 outline-offset-2 focus-within:border-meadow focus-within:outline-2 focus-within:outline-meadow-deep has-aria-invalid:border-danger has-aria-invalid:focus-within:border-danger has-aria-invalid:focus-within:outline-danger">
        <input
          ref={input}
          type="text"
          inputMode={step.key === 'height' ? 'numeric' : 'decimal'}
          autoComplete="off"
          enterKeyHint="next"
          maxLength={6}
          value={text}
          aria-labelledby={stepIds(step).title}
          aria-describedby={[describedBy(step), error && errorId].filter(Boolean).join(' ') || undefined}
          aria-invalid={error ? true : undefined}
          className="headline w-full min-w-0 bg-transparent py-2 text-[min(3rem,12vw)] text-ink tabular-nums outline-none"
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTouched(text !== '')}
          onKeyDown={explainOnEnter}
        />
        <span aria-hidden="true" className="headline text-[min(1.5rem,6.5vw)] text-ink-soft">
          {texts.units[step.key]}
        </span>
      </label>
      <div aria-live="polite" className="mt-2 min-h-6">
        {error && <FieldMessage id={errorId} isError message={error} />}
      </div>
    </StepFrame>
  )
}
