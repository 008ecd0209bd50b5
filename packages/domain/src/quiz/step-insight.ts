import type { AnswersSoFar } from './answers.ts'
import { countIssues } from './health-issues.ts'
import type { OptionOf } from './options.ts'
import type { StepId } from './steps.ts'

/** An insight between questions: the visitor's own answers and their use, without a judgement. */
export type StepInsight =
  | { kind: 'measured'; height: number; weight: number }
  | { kind: 'issues'; count: number }
  | { kind: 'goal'; goal: OptionOf<'goals'> }

/** Returns the insight above the question of a step, or null. A quiz has at most three. */
export function insightForStep(
  stepId: StepId,
  { height, weight, healthIssues, goals }: AnswersSoFar,
): StepInsight | null {
  switch (stepId) {
    case 'diet-attempts':
      return height && weight ? { kind: 'measured', height, weight } : null
    case 'goals':
      return { kind: 'issues', count: countIssues(healthIssues) }
    case 'sleep-feeling':
      return goals ? { kind: 'goal', goal: goals } : null
    default:
      return null
  }
}
