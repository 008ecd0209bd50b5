import { optionTexts } from '@app/content/ru/questions'
import { laterQuizTexts as texts } from '@app/content/ru/ui/quiz-later'
import { hasIssue, offeredIssues, otherIssueMaxLength, otherText } from '@app/domain/quiz/health-issues'
import { canAdvance, describeOtherIssue, type QuizState, toggleHealthIssue } from '@app/domain/quiz/machine'
import type { HealthIssueId } from '@app/domain/quiz/options'
import type { Step } from '@app/domain/quiz/steps'
import { type MouseEvent, useRef } from 'react'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { goToNextStep, recordAnswer } from '../store/quiz-actions.ts'
import { OptionCard } from './option-card.tsx'
import { describedBy, StepFrame, stepIds } from './step-frame.tsx'
import { StepNav } from './step-nav.tsx'
import { useChoiceKeys } from './use-choice-keys.ts'
import { useDoubleTapGuard } from './use-double-tap-guard.ts'

type MultiChoiceProps = { step: Extract<Step, { type: 'multi-choice' }>; quiz: QuizState }

/** Several choices, and free text with «Другое». */
export function MultiChoice({ step, quiz }: MultiChoiceProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const issues = quiz.answers.healthIssues
  const options = withNoneFirst(offeredIssues(quiz.answers.gender))

  const isMeantForThis = useDoubleTapGuard()
  useChoiceKeys(group, (index) => {
    const id = options[index]
    if (id) toggle(id)
  })

  function toggle(id: HealthIssueId) {
    recordAnswer((state) => toggleHealthIssue(state, id))
    if (id !== 'other') return
    // The field opens at the end of the list, below the fixed buttons.
    requestAnimationFrame(() => {
      group.current?.querySelector('input[type="text"]')?.scrollIntoView({ block: 'nearest' })
    })
  }

  function press(event: MouseEvent) {
    const { target } = event
    const id = target instanceof HTMLInputElement && options.find((each) => each === target.dataset.value)
    if (!id) return
    if (isMeantForThis(event)) toggle(id)
    else event.preventDefault()
  }

  return (
    <StepFrame step={step} onSubmit={goToNextStep} nav={<StepNav canGoOn={canAdvance(quiz)} />}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys press the controls within, and that is heard here */}
      <fieldset
        ref={group}
        onClick={press}
        aria-labelledby={stepIds(step).title}
        aria-describedby={describedBy(step)}
        className="grid grid-cols-1 gap-2.5 sm:grid-cols-2 low:grid-cols-1!"
      >
        {options.map((id, index) => (
          <OptionCard
            key={id}
            text={optionTexts[step.key][id]}
            digit={index < 9 ? index + 1 : undefined}
            type="checkbox"
            name={step.key}
            value={id}
            checked={hasIssue(issues, id)}
          />
        ))}
        {hasIssue(issues, 'other') && <OtherIssue words={otherText(issues)} />}
      </fieldset>
    </StepFrame>
  )
}

/** The one that is chosen from the start comes first: nobody sends it from below the fold, unseen. */
function withNoneFirst(ids: readonly HealthIssueId[]): readonly HealthIssueId[] {
  return ['none', ...ids.filter((id) => id !== 'none')]
}

function OtherIssue({ words }: { words: string }) {
  return (
    <Field label={texts.otherLabel} className="animate-fade-in col-span-full pt-1">
      {(control) => (
        <Input
          {...control}
          type="text"
          value={words}
          maxLength={otherIssueMaxLength}
          placeholder={texts.otherPlaceholder}
          onChange={(event) => recordAnswer((state) => describeOtherIssue(state, event.target.value))}
        />
      )}
    </Field>
  )
}
