import type { AnswersSoFar, NumberKey } from './answers.ts'
import { dropUnaskedAnswers } from './drop-unasked-answers.ts'
import { describeOther, noHealthIssues, toggleIssue } from './health-issues.ts'
import type { HealthIssueId, OptionOf, SingleChoiceKey } from './options.ts'
import { getStep, type Step, type StepId, steps, visibleSteps } from './steps.ts'
import { isAnswered } from './validation.ts'

/** The pause between choosing an option and the next step (specification, section 2). */
export const autoAdvanceMs = 300

/** The state of one attempt. The functions below return new values. */
export type QuizState = { stepId: StepId; answers: AnswersSoFar; completed: boolean }

/** Returns the state at step 0, without answers. */
export function startQuiz(): QuizState {
  return { stepId: 'welcome', answers: { healthIssues: [...noHealthIssues] }, completed: false }
}

export function currentStep(state: QuizState): Step {
  return getStep(state.stepId)
}

/** Returns the zero-based index among the visitor's steps. */
export function stepIndex(state: QuizState): number {
  return visibleSteps(state.answers).findIndex((step) => step.id === state.stepId)
}

/** Returns the flag that hides the header's sign-in button (specification, section 4). */
export function isStarted(state: QuizState): boolean {
  return stepIndex(state) > 0
}

/** The progress of a visitor. `minTotal` is less than `total` while a later step is undecided. */
export type Progress = { position: number; minTotal: number; total: number; percent: number }

/** Computes the position and the percentage of the progress bar. */
export function progress({ stepId, answers }: QuizState): Progress {
  const seen = visibleSteps(answers)
  const total = answers.gender ? seen.length : steps.length
  const position = seen.findIndex((step) => step.id === stepId) + 1
  return { position, minTotal: seen.length, total, percent: Math.round((100 * position) / total) }
}

export function canAdvance(state: QuizState): boolean {
  return isAnswered(currentStep(state), state.answers)
}

/** Goes one step on when the current one allows it; from the last step completes the quiz. */
export function advance(state: QuizState): QuizState {
  if (state.completed || !canAdvance(state)) return state
  const next = stepAfter(state)
  return next ? { ...state, stepId: next.id } : { ...state, completed: true }
}

/** Returns the step after this one; null at the last. */
function stepAfter(state: QuizState): Step | null {
  return visibleSteps(state.answers)[stepIndex(state) + 1] ?? null
}

export function goBack(state: QuizState): QuizState {
  const previous = visibleSteps(state.answers)[stepIndex(state) - 1]
  return previous ? { ...state, stepId: previous.id, completed: false } : state
}

/**
 * Shows a given step, as the browser's Back and Forward ask: the step itself when every step before
 * it is answered, else the first one that is not.
 */
export function goTo(state: QuizState, stepId: StepId): QuizState {
  const seen = visibleSteps(state.answers)
  const wanted = seen.findIndex((step) => step.id === stepId)
  const firstOpen = seen.findIndex((step) => !isAnswered(step, state.answers))
  const reachable = firstOpen === -1 ? wanted : Math.min(wanted, firstOpen)
  const target = seen[Math.max(0, reachable)]
  return target ? { ...state, stepId: target.id, completed: false } : state
}

/** Records a choice. Changing the gender drops what the other one is not asked. */
export function choose<K extends SingleChoiceKey>(state: QuizState, key: K, value: OptionOf<K>): QuizState {
  const answers: AnswersSoFar = { ...state.answers, [key]: value }
  return { ...state, answers: dropUnaskedAnswers(answers) }
}

/** Records a height or weight; `undefined` while the typed text is not a valid one. */
export function enterNumber(state: QuizState, key: NumberKey, value: number | undefined): QuizState {
  const { [key]: _previous, ...rest } = state.answers
  return { ...state, answers: value === undefined ? rest : { ...rest, [key]: value } }
}

export function toggleHealthIssue(state: QuizState, id: HealthIssueId): QuizState {
  return withIssues(state, toggleIssue(state.answers.healthIssues, id))
}

export function describeOtherIssue(state: QuizState, text: string): QuizState {
  return withIssues(state, describeOther(state.answers.healthIssues, text))
}

function withIssues(state: QuizState, healthIssues: AnswersSoFar['healthIssues']): QuizState {
  return { ...state, answers: { ...state.answers, healthIssues } }
}
