import { isRecord } from '../is-record.ts'
import { tidyText } from '../tidy-text.ts'
import type { AnswersSoFar } from './answers.ts'
import { dropUnaskedAnswers } from './drop-unasked-answers.ts'
import { noHealthIssues, otherIssueMaxLength } from './health-issues.ts'
import { goTo, type QuizState, startQuiz } from './machine.ts'
import { type HealthIssue, quizOptions } from './options.ts'
import { isStepId, steps } from './steps.ts'
import { checkNumber } from './validation.ts'

/**
 * Rebuilds a quiz from what a browser stored, dropping whatever this version of the quiz does not
 * know, so that an old or damaged record costs at most the answers it garbled. Never throws.
 */
export function restoreQuiz(stored: unknown): QuizState {
  if (!isRecord(stored)) return startQuiz()
  const answers = restoreAnswers(stored.answers)
  const state: QuizState = { ...startQuiz(), answers }
  return isStepId(stored.stepId) ? goTo(state, stored.stepId) : state
}

/** Reads as many valid answers as `raw` holds. */
export function restoreAnswers(raw: unknown): AnswersSoFar {
  const answers: AnswersSoFar = { healthIssues: [...noHealthIssues] }
  if (!isRecord(raw)) return answers
  for (const step of steps) {
    if (!('key' in step)) continue
    const value = step.key === 'goals' ? firstGoal(raw.goals) : raw[step.key]
    if (step.type === 'number-input') {
      if (typeof value === 'number' && checkNumber(step.key, value).ok) answers[step.key] = value
    } else if (step.type === 'multi-choice') {
      if (Array.isArray(value)) answers.healthIssues = value.filter(isHealthIssue)
    } else if ((quizOptions[step.key] as readonly unknown[]).includes(value)) {
      Object.assign(answers, { [step.key]: value })
    }
  }
  return dropUnaskedAnswers(answers)
}

/** `goals` is one choice; old records have a list, whose first item counts. */
export function firstGoal(goals: unknown): unknown {
  return Array.isArray(goals) ? goals[0] : goals
}

export function isHealthIssue(value: unknown): value is HealthIssue {
  if (typeof value !== 'string') return false
  if (value.startsWith('other:'))
    return value.length <= 'other:'.length + otherIssueMaxLength && tidyText(value) === value
  return (quizOptions.healthIssues as readonly string[]).includes(value)
}
