import { type StepId, visibleSteps } from '../quiz/steps.ts'

/**
 * The steps that a visit may be told to have come to, in their order. The one that only some visitors see is left out for
 * everybody, with the time spent on it: it would tell an answer.
 */
export const reportedSteps: readonly StepId[] = visibleSteps({ healthIssues: [] }).map(({ id }) => id)
