import { type QuestionGroup, type StepId, steps } from '../quiz/steps.ts'

/**
 * The way the funnel speaks of a step. Numbers count in the whole list of 25, the same for
 * everybody: a visitor's own number of steps, and the step that only women see, would tell the
 * gender, which is an answer. Who is at that step is told to be still at the one before it.
 */
export type FunnelStep = {
  step_id: StepId
  step_number: number
  total_steps: number
  step_group: QuestionGroup | null
}

export const funnelLength = steps.length

const unreportedIndex = steps.findIndex((step) => 'onlyFor' in step)

/** The step that a visitor is told to be at. */
export function funnelStep(id: StepId): FunnelStep {
  const index = reportedIndex(id)
  const { id: step_id, group: step_group } = steps[index] as (typeof steps)[number]
  return { step_id, step_number: index + 1, total_steps: funnelLength, step_group }
}

/**
 * Returns true when a step is shown to some visitors only, so that nothing tells that somebody saw
 * it.
 */
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
