import type { AnswerKey, AnswersSoFar, QuizAnswers } from './answers.ts'
import { steps } from './steps.ts'

/** Returns true when all required questions are answered. */
export function isComplete(answers: AnswersSoFar): answers is QuizAnswers {
  return requiredKeys.every((key) => answers[key] !== undefined) && answers.healthIssues.length > 0
}

const requiredKeys: readonly AnswerKey[] = steps.flatMap((step) =>
  'key' in step && !('optional' in step) ? [step.key] : [],
)
