import { type QuestionGroup, type StepId, steps } from '../quiz/steps.ts'

/**
 * A step in the funnel's events. Numbers count in the list of all 25 steps, because a visitor's own
 * count, like the step for women, would reveal the gender. A visitor on that step is reported at
 * the step before.
 */
export type FunnelStep = {
  step_id: StepId
  step_number: number
  total_steps: number
  step_group: QuestionGroup | null
}

export const funnelLength = steps.length

const unreportedIndex = steps.findIndex((step) => 'onlyFor' in step)

/** Returns the step that is reported for a visitor's step. */
export function funnelStep(id: StepId): FunnelStep {
  const index = reportedIndex(id)
  const { id: step_id, group: step_group } = steps[index] as (typeof steps)[number]
  return { step_id, step_number: index + 1, total_steps: funnelLength, step_group }
}

/** Returns true for a step that only some visitors see. Its views are not reported. */
export function isUnreportedStep(id: StepId): boolean {
  return steps[unreportedIndex]?.id === id
}

/**
 * Returns whether the step that only some visitors see may still come, or come again by going on:
 * until then times wait.
 */
export function isBeforeUnreportedStep(id: StepId): boolean {
  return reportedIndex(id) < unreportedIndex
}

function reportedIndex(id: StepId): number {
  const index = steps.findIndex((step) => step.id === id)
  return index === unreportedIndex ? index - 1 : index
}
