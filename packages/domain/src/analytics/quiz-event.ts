import { type QuestionGroup, type StepId, steps } from '../quiz/steps.ts'

/**
 * How the funnel speaks of a step. Numbers count in the whole list of 25, the same for everybody: a visitor's own
 * number of steps, and the step that only women see, would tell the gender, which is an answer. Of that step
 * nothing is told.
 */
export type FunnelStep = {
  step_id: StepId
  step_number: number
  total_steps: number
  step_group: QuestionGroup | null
}

export const funnelLength = steps.length

/** Null for a step whose being shown is an answer in itself. */
export function funnelStep(id: StepId): FunnelStep | null {
  const index = steps.findIndex((step) => step.id === id)
  const step = steps[index]
  if (!step || 'onlyFor' in step) return null
  return { step_id: id, step_number: index + 1, total_steps: funnelLength, step_group: step.group }
}
