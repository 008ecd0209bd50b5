import type { AnswersSoFar } from './answers.ts'
import { countIssues } from './health-issues.ts'
import type { OptionOf } from './options.ts'
import type { StepId } from './steps.ts'

/** What is given back between questions: the visitor's own answers and what becomes of them, never a judgement of either. */
export type StepInsight =
  | { kind: 'measured'; height: number; weight: number }
  | { kind: 'issues'; count: number }
  | { kind: 'goal'; goal: OptionOf<'goals'> }

/** The word that stands above a step's question, at most three in a whole quiz; null where none does. */
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
