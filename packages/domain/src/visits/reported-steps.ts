import { type StepId, visibleSteps } from '../quiz/steps.ts'

/**
 * The steps that visits report, in order. The step for women is excluded with its time, because it
 * would reveal an answer.
 */
export const reportedSteps: readonly StepId[] = visibleSteps({ healthIssues: [] }).map(({ id }) => id)
